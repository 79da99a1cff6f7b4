internal import FoundationEssentials
package import GranaryStore

/// One row of the store, which never changes once it is made: a change makes another row.
///
/// All data lie in the row's own memory, in one piece: a byte for the kind of each cell, then a word for each cell,
/// then the bytes of those that need more. So reading a row accesses one place, and making or freeing one counts no
/// references. Only a text or data of more than ``largest`` bytes lies elsewhere, shared with the objects it came from
/// and goes to.
package final class StoredRow: ManagedBuffer<StoredRow.Header, UInt64> {
    /// The fields before the cells.
    package struct Header {
        /// The save that wrote the row.
        fileprivate let version: Int64
        /// How many cells there are.
        fileprivate let count: Int32
        /// How many bytes kinds, words and bytes take.
        fileprivate let size: Int32
        /// The values that are too large to be copied with the row.
        fileprivate let shared: [Value]?
    }

    /// The most bytes of a text or data that lie in the row.
    static let largest = 512

    /// Makes a row from the memory of its cells.
    static func make(_ memory: UnsafeRawBufferPointer, count: Int, shared: [Value], version: Int64)
        -> StoredRow
    {
        let made = create(minimumCapacity: (memory.count + 7) / 8) { _ in
            Header(
                version: version, count: Int32(truncatingIfNeeded: count),
                size: Int32(truncatingIfNeeded: memory.count), shared: shared.isEmpty ? nil : shared)
        }
        made.withUnsafeMutablePointerToElements { elements in
            if let start = memory.baseAddress {
                UnsafeMutableRawPointer(elements).copyMemory(from: start, byteCount: memory.count)
            }
        }
        return unsafeDowncast(made, to: StoredRow.self)  // safe: `create` makes this class.
    }

    /// Makes a row from its values.
    package static func make(_ values: some Collection<Value>, version: Int64) -> StoredRow {
        let scratch = RowScratch(columns: values.count)
        for (column, value) in values.enumerated() { scratch.set(value, at: column) }
        return scratch.makeRow(version: version)
    }

    /// The row that means “none”.
    nonisolated(unsafe) static let none = make([], version: 0)  // safe: it never changes.

    /// The save that wrote the row.
    package var version: Int64 {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.version } }
    }

    /// How many cells there are.
    var count: Int { @inline(__always) get { withUnsafeMutablePointerToHeader { Int($0.pointee.count) } } }

    /// Where the words of a row with some cells begin.
    @inline(__always) static func firstWord(_ count: Int) -> Int { (count + 7) & ~7 }

    /// Calls a closure with a cell where it lies; with null for a column the row does not have.
    @inline(__always) func withCell<R>(at column: Int, _ body: (Cell) throws -> R) rethrows -> R {
        try withUnsafeMutablePointers { header, elements in
            let (memory, count) = (UnsafeRawPointer(elements), Int(header.pointee.count))
            guard column >= 0, column < count else {
                return try body(Cell(kind: .null, word: 0, memory: memory))
            }
            let word = memory.load(fromByteOffset: Self.firstWord(count) + column * 8, as: UInt64.self)
            let kind = memory.load(fromByteOffset: column, as: CellKind.self)
            return try body(Cell(kind: kind, word: word, memory: memory))
        }
    }

    /// A value that does not lie in the row, by the word of its cell.
    func shared(_ word: UInt64) -> Value {
        withUnsafeMutablePointerToHeader { header in
            guard let shared = header.pointee.shared, word < shared.count else { return .null }
            return shared[Int(word)]
        }
    }

    /// Calls a closure with the memory of all cells and the values that do not lie there.
    func withMemory(_ body: (UnsafeRawBufferPointer, [Value]) -> Void) {
        withUnsafeMutablePointers { header, elements in
            let memory = UnsafeRawBufferPointer(start: elements, count: Int(header.pointee.size))
            body(memory, header.pointee.shared ?? [])
        }
    }
}
