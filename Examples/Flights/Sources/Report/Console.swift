#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The places where the program's output goes.
package enum Console {
    /// How many characters a line of the standard output may have; `nil`, any number, where it is no terminal.
    package static var width: Int? { width(of: STDOUT_FILENO) }

    /// How many characters a line of the error output may have; `nil` if it is no terminal.
    static var errorWidth: Int? { width(of: STDERR_FILENO) }

    /// The columns of a terminal; 80 if unknown.
    private static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Writes a line to the standard output.
    ///
    /// - Throws: ``OutputError`` when it cannot be written, as on a full disk.
    package static func show(_ line: String) throws {
        guard write(line + "\n", to: STDOUT_FILENO) else { throw OutputError(code: errno) }
    }

    /// Writes to the error output; text that cannot be written is lost.
    static func note(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Self.write(descriptor, $0) }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let written = systemWrite(descriptor, bytes.baseAddress, bytes.count)
            if written >= 0 || errno != EINTR { return written }
        }
    }
}

private let systemWrite = write

/// Answers that could not be written where they were to go.
struct OutputError: Error, CustomStringConvertible {
    /// The system's number for the failure.
    let code: Int32

    /// The failure and the remedy.
    var description: String {
        "The output cannot be written: \(String(cString: strerror(code))). Free space there, or send it elsewhere."
    }
}
