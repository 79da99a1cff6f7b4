#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The bytes of a log, with one block at a time in memory.
final class LogBytes {
    /// The number of bytes in each block but the last.
    static let block = 32_768

    /// How many bytes there are.
    let count: Int
    private var current: [UInt8] = []
    private var position = -1
    private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// The bytes of a list.
    init(_ bytes: [UInt8]) {
        count = bytes.count
        read = { Array(bytes[$0..<$0 + $1]) }
    }

    /// The bytes of a file, which is open as long as this is used.
    ///
    /// - Throws: the error of the operating system.
    init(ofFile path: String, at place: StorePlace) throws {
        let file = try OpenFile(path, at: place)
        count = file.count
        read = { try file.read($1, at: $0) }
    }

    /// Calls a closure with the block that an offset lies in; with fewer bytes where the file has become shorter.
    func withBlock<R>(at offset: Int, _ body: (UnsafeRawBufferPointer) -> R) throws -> R {
        let index = offset / Self.block
        if position != index {
            position = -1
            let start = index * Self.block
            current = try read(start, min(Self.block, count - start))
            position = index
        }
        return current.withUnsafeBytes(body)
    }
}
