import Granary

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal that a command writes to: the length of its lines, and whether it shows progress.
package struct Screen: Sendable {
    /// How many characters a line of the output may have.
    package var width = 80
    /// How many characters a line of the error output may have; `nil` where it is no terminal, and progress is not
    /// shown.
    var errorWidth: Int?
    /// Writes to the error output.
    var note: @Sendable (String) -> Void = { _ in }

    /// Makes a screen of 80 columns that is no terminal.
    package init() {}

    init(width: Int = 80, errorWidth: Int?, note: @escaping @Sendable (String) -> Void = { _ in }) {
        self.width = width
        self.errorWidth = errorWidth
        self.note = note
    }

    /// The terminal of this process; lines of 80 characters where there is none.
    static var standard: Screen {
        Screen(
            width: width(of: STDOUT_FILENO) ?? 80, errorWidth: width(of: STDERR_FILENO),
            note: { Screen.note($0) })
    }

    /// The columns of a terminal; 80 if unknown.
    private static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? max(40, Int(size.ws_col)) : 80
    }

    /// Text without control characters other than line breaks: text from stores and files must not control a terminal.
    package static func clean(_ text: String) -> String {
        text.parts(between: "\n").map { ShownText.clean($0) }.joined(separator: "\n")
    }

    /// Writes to the standard output; false when it cannot be written, as on a full disk.
    static func show(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes to the error output; text that cannot be written is lost.
    static func note(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

private let systemWrite = write
