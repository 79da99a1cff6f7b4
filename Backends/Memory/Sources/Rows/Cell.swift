internal import FoundationEssentials
internal import GranaryStore

/// One cell of a row; the row must outlive it.
///
/// Its kind has to be known before one of the other properties is read.
struct Cell {
    let kind: CellKind
    /// The value itself where it fits a word; else where its bytes lie and how many there are.
    let word: UInt64
    /// Where the row's memory begins.
    let memory: UnsafeRawPointer

    /// A word for bytes of the row.
    static func word(start: Int, count: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: count) << 32
    }

    @inline(__always) var bool: Bool { word != 0 }
    @inline(__always) var integer: Int64 { Int64(bitPattern: word) }
    @inline(__always) var real: Double { Double(bitPattern: word) }

    @inline(__always) var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + Int(word & 0xffff_ffff), count: Int(word >> 32))
    }

    @inline(__always) var text: String { String(decoding: bytes, as: UTF8.self) }
    @inline(__always) var data: Data { Data(bytes) }
    @inline(__always) var uuid: UUID { UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) }

    var decimal: Decimal {
        var decimal = Decimal()
        withUnsafeMutableBytes(of: &decimal) { $0.copyMemory(from: bytes) }
        return decimal
    }
}
