import Granary

/// The name of a package, of its program and of its modules.
struct PackageName: Sendable, Equatable {
    /// The name as it was given: letters, digits, hyphens and underscores.
    let text: String

    /// Takes a name.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for one that cannot be the name of a module.
    init(_ text: String) throws {
        if let fault = Self.fault(text) {
            throw GranaryError(
                .configuration,
                "“\(ShownText.clean(text))” cannot be the name of a package: it \(fault). Choose another name, such as “book-shop”."
            )
        }
        self.text = text
    }

    /// The parts of the name, each with a capital letter: `BookShop`.
    var inCapitals: String {
        inParts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The module of the models.
    var models: String { "\(inCapitals)Models" }

    /// The module of the web service.
    var service: String { "\(inCapitals)Service" }

    /// The tool for the stores.
    var tool: String { "\(text)-stores" }

    /// The schema of a server, and the beginning of names of variables: `book_shop`.
    var inLowercase: String { text.lowercased().parts(between: "-").joined(separator: "_") }

    /// What is between hyphens and underscores.
    private var inParts: [String] { text.parts(between: "-").flatMap { $0.parts(between: "_") } }

    /// Why a text cannot be the name, as the end of a sentence; `nil` for a good one.
    private static func fault(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { return "is empty" }
        if bytes.count > longest { return "is longer than \(longest) bytes" }
        if !isLetter(first) { return "does not begin with a letter of the alphabet" }
        let isPlain = bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen || $0 == underscore }
        if !isPlain { return "has other characters than letters, digits, hyphens and underscores" }
        let folded = text.lowercased()
        if folded.begins(with: "granary") { return "begins like the modules of Granary" }
        if folded.begins(with: "pg-") || folded.begins(with: "pg_") {
            return "begins like PostgreSQL's own schemas"
        }
        if folded.begins(with: "swift-") { return "begins like the packages of Swift" }
        if reserved.contains(folded) { return "means something in Swift" }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static let hyphen = UInt8(ascii: "-")
    private static let underscore = UInt8(ascii: "_")
    /// With what is added to it, a name stays one of a table and of a file.
    private static let longest = 40

    /// Names of modules of Swift and of its libraries that the package uses, and words of the language.
    private static let reserved: Set = [
        "any", "argumentparser", "as", "associatedtype", "async-http-client", "break", "builtin", "case",
        "catch", "class", "continue", "coremetrics", "default", "defer", "deinit", "dispatch", "do", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "foundation",
        "foundationessentials", "foundationnetworking", "func", "glibc", "guard", "hummingbird", "if",
        "import", "in", "init", "inout", "internal", "is", "let", "logging", "main", "nil", "operator",
        "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
        "self", "servicelifecycle", "static", "struct", "subscript", "super", "swift", "switch", "testing",
        "throw", "throws", "tracing", "true", "try", "typealias", "unixsignals", "var", "where", "while",
        "xctest", "yams",
    ]
}
