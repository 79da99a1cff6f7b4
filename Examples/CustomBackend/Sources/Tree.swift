internal import Foundation
internal import GranaryKeyValue
internal import GranaryStore

typealias Bytes = UnsafeRawBufferPointer

/// The new value of a key; none when it is removed.
struct Change: Codable { var key: Data, value: Data? }

/// A treap that never changes: a change copies the nodes on the way to it, random priorities keep it balanced.
struct Tree: Sendable {
    private var root: Node?

    /// An entry, with those before and after it.
    final class Node: @unchecked Sendable {  // safe: nothing of it changes, nor do the buffers.
        let key: KeyValueBuffer, value: KeyValueBuffer, rank: UInt64, left: Node?, right: Node?
        init(_ key: KeyValueBuffer, _ value: KeyValueBuffer, _ rank: UInt64, _ left: Node?, _ right: Node?) {
            (self.key, self.value, self.rank, self.left, self.right) = (key, value, rank, left, right)
        }
        var first: Node { left?.first ?? self }
        var last: Node { right?.last ?? self }
        func with(_ left: Node?, _ right: Node?) -> Node { Node(key, value, rank, left, right) }
    }

    mutating func apply(_ change: Change) {
        let key = KeyValueBuffer(Array(change.key))
        let (before, after) = Self.split(root, key.bytes)
        let value = change.value.map { KeyValueBuffer(Array($0)) }
        let node = value.map { Node(key, $0, .random(in: 0 ... .max), nil, nil) }
        root = Self.join(Self.join(before, node), after)
    }

    /// The entry before a key, the first one that is not before it, and the first one behind it.
    func around(_ key: Bytes) -> (before: Node?, from: Node?, after: Node?) {
        var (node, before, after): (Node?, Node?, Node?) = (root, nil, nil)
        while let here = node {
            switch Bytewise.compare(here.key.bytes, key) {
            case .less: (node, before) = (here.right, here)
            case .equal: return (here.left?.last ?? before, here, here.right?.first ?? after)
            case .greater: (node, after) = (here.left, here)
            }
        }
        return (before, after, after)
    }

    private static func split(_ node: Node?, _ key: Bytes) -> (Node?, Node?) {
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
