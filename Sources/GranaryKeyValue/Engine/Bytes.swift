internal import GranaryStore

/// Bytes in memory that another object owns, valid for as long as that object defines.
typealias Bytes = UnsafeRawBufferPointer

extension UnsafeRawBufferPointer {
    /// Whether the bytes sort before others.
    @inline(__always) func precedes(_ other: Bytes) -> Bool { Bytewise.compare(self, other) == .less }

    /// Whether the bytes equal others.
    @inline(__always) func equals(_ other: Bytes) -> Bool {
        count == other.count && Bytewise.compare(self, other) == .equal
    }

    /// Whether the bytes begin with others.
    @inline(__always) func begins(with other: Bytes) -> Bool {
        count >= other.count && Bytes(rebasing: self[..<other.count]).equals(other)
    }

    /// The bytes from an offset on; none if there are fewer.
    @inline(__always) func from(_ offset: Int) -> Bytes {
        offset < count ? Bytes(rebasing: self[offset...]) : Bytes(start: nil, count: 0)
    }
}
