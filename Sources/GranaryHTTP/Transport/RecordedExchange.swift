#if HTTP
    import FoundationEssentials
    import Granary
    import HTTPTypes

    /// A request and its answer as a file.
    struct RecordedExchange {
        /// The exchange as JSON.
        let json: String

        init(_ call: HTTPCall, _ answer: HTTPAnswer) {
            let fields = answer.response.headerFields.filter { $0.name != .setCookie }
            let text = String(validating: answer.body, as: UTF8.self)
            let body: JSONMember =
                text.map { JSONMember("body", .text($0)) }
                ?? JSONMember("data", .text(answer.body.base64EncodedString()))
            json = JSONWriter.text(
                of: .object([
                    JSONMember("request", .text("\(call.request.method.rawValue) \(Self.place(of: call))")),
                    JSONMember("status", .number(JSONNumber(answer.status))),
                    JSONMember(
                        "fields",
                        .array(
                            fields.map {
                                .array([.text($0.name.canonicalName), .text($0.value)])
                            })), body,
                ]))
        }

        /// The path without its query string.
        private static func place(of call: HTTPCall) -> String {
            let path = call.request.path ?? "/"
            return path.halves(atFirst: "?")?.before ?? path
        }

        /// The name of the file of a request, without its number.
        static func name(of call: HTTPCall) -> String {
            var digest: UInt64 = 0xcbf2_9ce4_8422_2325
            func take(_ bytes: some Sequence<UInt8>) {
                for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            }
            take((call.request.path ?? "/").utf8)
            take([0])
            take(call.body)
            let place = place(of: call).unicodeScalars.map { scalar in
                scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    ? Character(scalar) : "-"
            }
            return "\(call.request.method.rawValue)\(String(place.prefix(60)))-\(String(digest, radix: 16))"
        }

        /// The answer of a file.
        ///
        /// - Throws: ``GranaryError/Code/malformed``.
        static func answer(_ data: Data) throws -> HTTPAnswer {
            guard let text = String(validating: data, as: UTF8.self),
                let value = try? JSONReader.value(of: text),
                case .number(let status)? = value["status"], let code = status.integer(Int.self),
                (100...999).contains(code), case .array(let fields)? = value["fields"]
            else { throw malformed }
            var headers = HTTPFields()
            for field in fields {
                guard case .array(let parts) = field, parts.count == 2, case .text(let name) = parts[0],
                    case .text(let value) = parts[1], let name = HTTPField.Name(name)
                else { throw malformed }
                headers.append(HTTPField(name: name, value: value))
            }
            let response = HTTPResponse(status: .init(code: code), headerFields: headers)
            if case .text(let body)? = value["body"] { return HTTPAnswer(response, body: Data(body.utf8)) }
            guard case .text(let body)? = value["data"], let data = Data(base64Encoded: body) else {
                throw malformed
            }
            return HTTPAnswer(response, body: data)
        }

        private static var malformed: GranaryError {
            GranaryError(.malformed, "A recorded exchange cannot be read; record it again.")
        }
    }
#endif
