internal import Granary
internal import GranaryKeyValue

/// The value of a key from now on; none when it is removed.
struct Change { var key: [UInt8], value: [UInt8]? }

/// A treap that never changes: a change copies the nodes on the way to it, random priorities keep it balanced.
struct Tree: Sendable {
    private var root: Node?

    /// An entry, with those before and after it.
    final class Node: @unchecked Sendable {  // safe: nothing of it changes, nor do the buffers.
        let key: KeyValueBuffer, value: KeyValueBuffer, rank: UInt64, left: Node?, right: Node?
        init(_ key: KeyValueBuffer, _ value: KeyValueBuffer, _ rank: UInt64, _ left: Node?, _ right: Node?) {
            (self.key, self.value, self.rank, self.left, self.right) = (key, value, rank, left, right)
        }
        func with(_ left: Node?, _ right: Node?) -> Node { Node(key, value, rank, left, right) }
    }

    mutating func apply(_ change: Change) {
        let key = KeyValueBuffer(change.key)
        let (before, after) = Self.split(root, key.bytes)
        let node = change.value.map { Node(key, KeyValueBuffer($0), .random(in: 0 ... .max), nil, nil) }
        root = Self.join(Self.join(before, node), after)
    }

    func find(_ key: UnsafeRawBufferPointer) -> Node? {
        first(from: key).flatMap { Bytewise.compare($0.key.bytes, key) == .equal ? $0 : nil }
    }

    func first(from key: UnsafeRawBufferPointer, isIncluded: Bool = true) -> Node? {
        var (node, best): (Node?, Node?) = (root, nil)
        while let here = node {
            let order = Bytewise.compare(here.key.bytes, key)
            let fits = order == .greater || (order == .equal && isIncluded)
            (node, best) = fits ? (here.left, here) : (here.right, best)
        }
        return best
    }

    func last(before key: UnsafeRawBufferPointer) -> Node? {
        var (node, best): (Node?, Node?) = (root, nil)
        while let here = node {
            let fits = Bytewise.compare(here.key.bytes, key) == .less
            (node, best) = fits ? (here.right, here) : (here.left, best)
        }
        return best
    }

    private static func split(_ node: Node?, _ key: UnsafeRawBufferPointer) -> (Node?, Node?) {
        guard let node else { return (nil, nil) }
        let order = Bytewise.compare(node.key.bytes, key)
        if order == .equal { return (node.left, node.right) }
        let (before, after) = split(order == .less ? node.right : node.left, key)
        return order == .less ? (node.with(node.left, before), after) : (before, node.with(after, node.right))
    }

    private static func join(_ left: Node?, _ right: Node?) -> Node? {
        guard let left, let right else { return left ?? right }
        return left.rank > right.rank
            ? left.with(left.left, join(left.right, right)) : right.with(join(left, right.left), right.right)
    }
}
