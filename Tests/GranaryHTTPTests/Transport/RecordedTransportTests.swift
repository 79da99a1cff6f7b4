#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryHTTP
    import GranaryTestSupport
    import HTTPTypes
    import Synchronization
    import Testing

    /// Exchanges are kept in files, and answered from them.
    @Suite(.timeLimit(.minutes(1))) struct RecordedTransportTests {
        private static func call(_ path: String, _ body: String = "") -> HTTPCall {
            var request = HTTPRequest(method: .post, scheme: "https", authority: "example.org", path: path)
            request.headerFields[.authorization] = "Bearer token-of-mine"
            return HTTPCall(request, body: Data(body.utf8))
        }

        /// A server that numbers its answers.
        private static func server() -> ScriptedTransport {
            let count = Collected<Int>()
            return ScriptedTransport { _ in
                count.add(0)
                var response = HTTPResponse(status: .ok)
                response.headerFields[.eTag] = "\"\(count.all.count)\""
                response.headerFields[.setCookie] = "session=cookie-of-mine"
                return HTTPAnswer(response, body: Data("answer \(count.all.count)".utf8))
            }
        }

        @Test func answersComeBackInTheirOrder() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            let recording = RecordedTransport(recording: Self.server(), to: directory)
            for path in ["/a", "/b", "/a"] { _ = try await recording.send(Self.call(path)) }
            let replaying = RecordedTransport(replaying: directory)
            var bodies: [String] = []
            for path in ["/b", "/a", "/a", "/a"] {
                let answer = try await replaying.send(Self.call(path))
                bodies.append(String(decoding: answer.body, as: UTF8.self))
            }
            #expect(bodies == ["answer 2", "answer 1", "answer 3", "answer 3"])
            let first = try await RecordedTransport(replaying: directory).send(Self.call("/b"))
            #expect(first.response.headerFields[.eTag] == "\"2\"")
        }

        @Test func requestsDifferByQueryAndBody() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            let recording = RecordedTransport(recording: Self.server(), to: directory)
            for (path, body) in [("/a?x=1", ""), ("/a?x=2", ""), ("/a?x=1", "b")] {
                _ = try await recording.send(Self.call(path, body))
            }
            let replaying = RecordedTransport(replaying: directory)
            #expect(try await replaying.send(Self.call("/a?x=2")).body == Data("answer 2".utf8))
            #expect(try await replaying.send(Self.call("/a?x=1", "b")).body == Data("answer 3".utf8))
        }

        @Test func bytesThatAreNoTextComeBack() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            let bytes = Data([0xff, 0x00, 0xfe])
            let server = ScriptedTransport { _ in HTTPAnswer(HTTPResponse(status: .ok), body: bytes) }
            _ = try await RecordedTransport(recording: server, to: directory).send(Self.call("/a"))
            #expect(try await RecordedTransport(replaying: directory).send(Self.call("/a")).body == bytes)
        }

        @Test func whatWasNotRecordedIsNotFound() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            let error = await failure {
                _ = try await RecordedTransport(replaying: directory).send(Self.call("/a?token=secret"))
            }
            #expect(error?.code == .notFound && error?.description.contains("secret") == false)
        }

        @Test func filesHaveNoCredentialsAndNoQuery() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            let recording = RecordedTransport(recording: Self.server(), to: directory)
            _ = try await recording.send(Self.call("/a?token=query-of-mine", "body-of-mine"))
            for name in temporary.names {
                let text = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
                #expect(!(name + text).contains("of-mine"))
            }
        }

        @Test func aDamagedFileIsMalformed() async throws {
            let temporary = try TemporaryDirectory()
            let directory = temporary.url
            _ = try await RecordedTransport(recording: Self.server(), to: directory).send(Self.call("/a"))
            for name in temporary.names {
                try Data("{}".utf8).write(to: directory.appending(path: name))
            }
            let error = await failure {
                _ = try await RecordedTransport(replaying: directory).send(Self.call("/a"))
            }
            #expect(error?.code == .malformed)
        }
    }
#endif
