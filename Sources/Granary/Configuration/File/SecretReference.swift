/// A reference to a secret: configuration files name its place and never hold the secret itself.
enum SecretReference: Equatable {
    /// In an environment variable of this name.
    case environment(String)
    /// In a file at this path, without its last line break.
    case file(String)

    /// The remedy for a secret that is not given by reference.
    static let remedy = "refer to it as `{ env: NAME }` or `{ file: PATH }`"

    /// The largest size of a secret's file, in bytes.
    static let largestFile = 65_536

    /// Reads `env:NAME` or `file:PATH`; `nil` for other texts.
    init?(_ text: String) {
        if let name = text.rest(after: "env:") {
            self = .environment(name)
        } else if let path = text.rest(after: "file:") {
            self = .file(path)
        } else {
            return nil
        }
    }

    /// Reads `{ env: NAME }` or `{ file: PATH }`; `nil` for other mappings.
    init?(_ entries: [ConfigurationNode.Entry]) {
        guard entries.count == 1, let entry = entries.first, let text = entry.value.text else { return nil }
        switch entry.key {
        case "env": self = .environment(text)
        case "file": self = .file(text)
        default: return nil
        }
    }

    /// A secret, or the fault of its reference, which never shows a part of the secret.
    enum Resolution: Equatable {
        /// The secret.
        case secret(String)
        /// The fault, as a sentence.
        case fault(String)
    }

    /// Fetches the secret; a relative path is below `directory`.
    func resolve(variables: [String: String], directory: String) -> Resolution {
        switch self {
        case .environment(let name):
            guard let secret = variables[name] else {
                return .fault("The environment variable “\(name)” that holds the secret is not set; set it.")
            }
            return checked(secret, "The environment variable “\(name)”")
        case .file(let path):
            let path = PathRule.join(directory, path)
            guard let bytes = BoundedFile.read(path, atMost: Self.largestFile + 1) else {
                return .fault("The file “\(path)” that holds the secret is missing or cannot be read.")
            }
            guard bytes.count <= Self.largestFile, let text = String(validating: bytes, as: UTF8.self) else {
                return .fault("The file “\(path)” does not hold a secret: it is too large or not UTF-8 text.")
            }
            let secret = text.part(before: "\r\n") ?? text.part(before: "\n") ?? text
            return checked(secret, "The file “\(path)”")
        }
    }

    private func checked(_ secret: String, _ place: String) -> Resolution {
        secret.isEmpty ? .fault("\(place) that holds the secret is empty.") : .secret(secret)
    }
}
