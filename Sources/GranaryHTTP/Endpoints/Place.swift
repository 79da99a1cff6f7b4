#if HTTP
    import Granary

    /// A server and the path behind which its endpoints are.
    struct Place: Sendable {
        let scheme: String
        let authority: String
        /// The path, without a slash at its end.
        let base: String

        /// Reads an address such as `https://example.org/v2`.
        ///
        /// - Throws: ``GranaryError/Code/configuration`` for another one.
        init(_ address: String) throws {
            guard let (scheme, authority, path) = Self.parts(of: address), !path.holds("?"), !path.holds("#")
            else {
                throw GranaryError(
                    .configuration,
                    "The address of a server is `http` or `https`, a host, perhaps a port, and perhaps a path: `https://example.org/v2`."
                )
            }
            self.scheme = scheme
            self.authority = authority
            var base = path
            while let shorter = base.part(before: "/") { base = shorter }
            self.base = base
        }

        /// Scheme, authority and the rest of an address; `nil` unless it is one of HTTP without a user.
        static func parts(of address: String) -> (scheme: String, authority: String, path: String)? {
            guard let (first, place) = address.halves(atFirst: "://") else { return nil }
            let scheme = first.lowercased()
            guard scheme == "http" || scheme == "https" else { return nil }
            let end = place.utf8.firstIndex { "/?#".utf8.contains($0) } ?? place.endIndex
            let authority = String(place[..<end])
            guard isPlain(place), !authority.holds("@"), isAuthority(authority) else { return nil }
            return (scheme, authority, String(place[end...]))
        }

        /// Whether a text is a host, which may be an address of IPv6 in brackets, and perhaps a port.
        private static func isAuthority(_ text: String) -> Bool {
            let (host, port): (String, String?)
            if text.begins(with: "[") {
                guard let (inner, rest) = text.halves(atFirst: "]") else { return false }
                guard rest.isEmpty || rest.begins(with: ":") else { return false }
                (host, port) = (String(inner.dropFirst()), rest.rest(after: ":"))
            } else {
                let halves = text.halves(atFirst: ":")
                (host, port) = (halves?.before ?? text, halves?.after)
            }
            guard !host.isEmpty else { return false }
            guard let port else { return true }
            return port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port) != nil
        }

        /// Whether a text has no spaces, control characters and characters outside of ASCII.
        private static func isPlain(_ text: String) -> Bool {
            text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }

        /// The path of a request: that of an endpoint behind the base path, with parameters.
        func path(_ path: String, _ parameters: [(name: String, value: String)] = []) -> String {
            var result = base + (path.begins(with: "/") ? path : "/" + path)
            var separator = result.holds("?") ? "&" : "?"
            for (name, value) in parameters {
                result +=
                    "\(separator)\(Self.escaped(name, allowing: "[]"))=\(Self.escaped(value, allowing: ","))"
                separator = "&"
            }
            return result
        }

        /// The path of the address that an answer gives for its next page.
        ///
        /// - Throws: ``GranaryError/Code/denied`` for one at another server, which must not get credentials.
        func path(ofNext address: String, after path: String) throws -> String {
            if let (scheme, authority, rest) = Self.parts(of: address) {
                guard scheme == self.scheme, authority.lowercased() == self.authority.lowercased() else {
                    throw GranaryError(
                        .denied,
                        "An answer names a next page at another server, which does not get these credentials. Is the server behind a proxy that it does not know?"
                    )
                }
                return rest.begins(with: "/") ? rest : "/" + rest
            }
            // A scheme is in front of the path; a query may have another address in it.
            let end = address.utf8.firstIndex { "?#".utf8.contains($0) } ?? address.endIndex
            let isElsewhere = address.begins(with: "//") || String(address[..<end]).holds("://")
            guard Self.isPlain(address), !isElsewhere else {
                throw GranaryError(.malformed, "An answer names a next page that is no address.")
            }
            if address.begins(with: "/") { return address }
            let bare = path.halves(atFirst: "?")?.before ?? path
            if address.begins(with: "?") { return bare + address }
            return (bare.halves(atLast: "/")?.before ?? "") + "/" + address
        }

        /// A text with all but letters, digits and `-._~` escaped.
        static func escaped(_ text: String, allowing others: String = "") -> String {
            let digits = Array("0123456789ABCDEF".utf8)
            var bytes: [UInt8] = []
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    bytes.append(byte)
                default:
                    if "-._~".utf8.contains(byte) || others.utf8.contains(byte) {
                        bytes.append(byte)
                    } else {
                        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                    }
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// A path with the names in braces filled in, with commas between the parts of a value; `nil` where one has none.
        ///
        /// A comma in a part is escaped: otherwise two keys would have one place.
        ///
        /// - Throws: ``GranaryError/Code/configuration`` for a brace without its counterpart; what the values throw.
        static func filled(_ template: String, _ value: (String) throws -> [String]?) throws -> String? {
            var (result, rest) = ("", template)
            while let (before, behind) = rest.halves(atFirst: "{") {
                guard let (name, after) = behind.halves(atFirst: "}") else {
                    throw GranaryError(
                        .configuration, "The path “\(ShownText.clean(template))” lacks a closing brace.")
                }
                guard let parts = try value(name) else { return nil }
                let text = parts.map { escaped($0) }.joined(separator: ",")
                // A segment of dots would lead to another place.
                if text.isEmpty || text == "." || text == ".." { return nil }
                result += before + text
                rest = after
            }
            return result + rest
        }

        /// The names in the braces of a path.
        static func names(in template: String) -> [String] {
            template.parts(between: "{").dropFirst().compactMap { $0.halves(atFirst: "}")?.before }
        }
    }
#endif
