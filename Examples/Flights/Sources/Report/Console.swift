#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the program knows of where its output goes.
enum Console {
    /// How many characters a line of the standard output may have: 80 on a terminal, any number elsewhere.
    static var width: Int? { isatty(STDOUT_FILENO) == 1 ? 80 : nil }

    /// Whether somebody watches the error output.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes to the error output; what cannot be written is lost.
    static func note(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
