#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Equality and order of text and bytes as Granary means them: byte by byte.
///
/// Swift's own `==` on strings treats composed and decomposed forms of a character as equal and normalises
/// both sides to find out. Stores do not, so neither do keys, predicates and sorts.
public enum Bytewise {
    /// Whether two texts have the same UTF-8 bytes.
    ///
    /// - Complexity: linear in the shorter text; constant when the lengths differ.
    @inlinable public static func equal(_ left: String, _ right: String) -> Bool {
        let count = left.utf8.count
        guard count == right.utf8.count else { return false }
        return withBytes(left) { a in withBytes(right) { b in compare(a, b) == .equal } }
    }

    /// Orders two texts by their UTF-8 bytes, which is also the order of their Unicode scalars.
    ///
    /// - Complexity: linear in the shorter text.
    @inlinable public static func compare(_ left: String, _ right: String) -> Ordering {
        withBytes(left) { a in withBytes(right) { b in compare(a, b) } }
    }

    /// Whether the first text comes before the second by UTF-8 bytes.
    @inlinable public static func precedes(_ left: String, _ right: String) -> Bool {
        compare(left, right) == .less
    }

    /// Whether a text contains the character U+0000.
    ///
    /// - Complexity: linear in the text, at the speed of the C library's search for a byte.
    @inlinable public static func holdsNull(_ text: String) -> Bool { withBytes(text, holdsNull) }

    /// Whether UTF-8 bytes hold the character U+0000.
    public static func holdsNull(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return memchr(start, 0, bytes.count) != nil
    }

    /// Orders two runs of bytes; a run that is a prefix of the other comes first.
    public static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Ordering {
        let shared = min(left.count, right.count)
        if shared > 0, let a = left.baseAddress, let b = right.baseAddress {
            let difference = memcmp(a, b, shared)
            if difference != 0 { return difference < 0 ? .less : .greater }
        }
        return Ordering(left.count, right.count)
    }

    /// Calls the closure with the UTF-8 bytes of a text, in place where the text holds them in one piece.
    @inlinable public static func withBytes<R>(
        _ text: String, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let direct = try text.utf8.withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
        if let direct { return direct }
        return try Array(text.utf8).withUnsafeBytes(body)
    }
}
