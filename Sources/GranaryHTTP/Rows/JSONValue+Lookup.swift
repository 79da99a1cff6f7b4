#if HTTP
    import FoundationEssentials
    import Granary

    extension JSONValue {
        /// The member of an object; `nil` where there is none, and for what is no object.
        subscript(name: String) -> JSONValue? {
            guard case .object(let members) = self else { return nil }
            return members.last { Bytewise.equal($0.name, name) }?.value
        }

        /// The value at a path of names with dots between them; an empty path leads to the value itself.
        func value(at path: String) -> JSONValue? {
            var value = self
            if path.isEmpty { return self }
            for name in path.parts(between: ".") {
                guard let next = value[name] else { return nil }
                value = next
            }
            return value
        }

        /// The text, if it is one.
        var text: String? { if case .text(let text) = self { text } else { nil } }

        /// The text of a scalar; `nil` for `null`, arrays and objects.
        var plain: String? {
            switch self {
            case .text(let text): text
            case .number(let number): number.text
            case .bool(let truth): truth ? "true" : "false"
            case .null, .array, .object: nil
            }
        }

        /// Whether it is `null`.
        var isNull: Bool { if case .null = self { true } else { false } }

        /// Reads a body.
        ///
        /// - Throws: ``GranaryError/Code/malformed`` for what is no JSON.
        init(body: Data, of place: String) throws {
            // Some servers begin with a byte order mark, which JSON does not have.
            let bytes = body.starts(with: [0xef, 0xbb, 0xbf]) ? body.dropFirst(3) : body
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Self.malformed(place, cause: nil)
            }
            do { self = try JSONReader.value(of: text) } catch { throw Self.malformed(place, cause: error) }
        }

        private static func malformed(_ place: String, cause: (any Error)?) -> GranaryError {
            GranaryError(
                .malformed,
                "The body of the answer to \(place) is no JSON. Is something else behind the address?",
                cause: cause)
        }
    }
#endif
