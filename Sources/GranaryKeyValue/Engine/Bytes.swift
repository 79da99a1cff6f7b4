internal import Granary

/// Bytes that belong to somebody else, for as long as they say.
typealias Bytes = UnsafeRawBufferPointer

extension UnsafeRawBufferPointer {
    /// Whether the bytes come before others.
    @inline(__always) func precedes(_ other: Bytes) -> Bool { Bytewise.compare(self, other) == .less }

    /// Whether the bytes are the same as others.
    @inline(__always) func equals(_ other: Bytes) -> Bool {
        count == other.count && Bytewise.compare(self, other) == .equal
    }

    /// Whether the bytes begin with others.
    @inline(__always) func begins(with other: Bytes) -> Bool {
        count >= other.count && Bytes(rebasing: self[..<other.count]).equals(other)
    }

    /// The bytes behind the first ones; none when there are not so many.
    @inline(__always) func from(_ offset: Int) -> Bytes {
        offset < count ? Bytes(rebasing: self[offset...]) : Bytes(start: nil, count: 0)
    }
}
