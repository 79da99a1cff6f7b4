#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import HTTPTypes
    import Testing

    /// Requests and answers over real connections, and every way in which they can be lost.
    @Suite(.timeLimit(.minutes(1))) struct TransportTests {
        @Test func requestsArriveAsTheyAre() async throws {
            try await WebServer.run { server in
                server.answer(201, "hello", ["X-Kind": "greeting"])
                var call = server.call("/a%20b?c=d")
                call.request.method = .patch
                call.request.headerFields[.contentType] = "text/plain"
                call.body = Data("body".utf8)
                let answer = try await sharedTransport.send(call)
                #expect(answer.response.status.code == 201)
                #expect(answer.response.headerFields[try #require(HTTPField.Name("X-Kind"))] == "greeting")
                #expect(answer.body == Data("hello".utf8))
                let asked = try #require(server.asked.first)
                #expect(asked.method == "PATCH" && asked.target == "/a%20b?c=d" && asked.body == "body")
                #expect(asked["content-type"] == "text/plain")
            }
        }

        @Test(arguments: [204, 304, 404, 500]) func everyStatusIsAnAnswer(_ status: Int) async throws {
            try await WebServer.run { server in
                server.answer(status)
                let found = try await sharedTransport.send(server.call()).response.status.code
                #expect(found == status)
            }
        }

        @Test func redirectionsAreAnswers() async throws {
            try await WebServer.run { server in
                server.answer(302, "", ["Location": "http://127.0.0.1:1/"])
                let found = try await sharedTransport.send(server.call()).response.status.code
                #expect(found == 302)
                #expect(server.asked.count == 1)
            }
        }

        @Test func anAnswerInPiecesIsWhole() async throws {
            try await WebServer.run { server in
                let text = String(repeating: "0123456789", count: 50)
                server.answer(200, text)
                server.proxy.treatAnswers(.split(into: 7))
                let found = try await sharedTransport.send(server.call()).body
                #expect(found == Data(text.utf8))
            }
        }

        @Test func moreBytesThanAllowedAreAnError() async throws {
            try await WebServer.run { server in
                server.answer(200, String(repeating: "x", count: 101))
                let error = await failure { _ = try await sharedTransport.send(server.call(mostBytes: 100)) }
                #expect(error?.code == .malformed)
                #expect(error?.message.contains("100 bytes") == true)
                let found = try await sharedTransport.send(server.call(mostBytes: 101)).body.count
                #expect(found == 101)
            }
        }

        @Test func withoutAServerThereIsNoConnection() async throws {
            let port = try await WebServer.run { $0.proxy.port }
            let call = HTTPCall(
                HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/"))
            let error = await failure { _ = try await sharedTransport.send(call) }
            #expect(error?.code == .unavailable)
        }

        @Test func aNameThatNobodyKnowsIsNoConnection() async throws {
            let call = HTTPCall(
                HTTPRequest(method: .get, scheme: "http", authority: "nobody.invalid", path: "/"))
            let error = await failure { _ = try await sharedTransport.send(call) }
            #expect(error?.code == .unavailable)
        }

        @Test func aConnectionThatEndsBeforeTheAnswerLeavesTheFateOpen() async throws {
            try await WebServer.run { server in
                server.answer(200, "lost")
                server.proxy.treatAnswers(.cut(after: 0))
                let error = await failure { _ = try await sharedTransport.send(server.call()) }
                #expect(error?.code == .outcomeUnknown)
                #expect(server.asked.count == 1)
            }
        }

        @Test(arguments: [5, 20]) func anAnswerThatIsCutInItsHeadLeavesTheFateOpen(_ bytes: Int) async throws
        {
            try await WebServer.run { server in
                server.answer(200, "lost")
                server.proxy.treatAnswers(.cut(after: bytes))
                let error = await failure { _ = try await sharedTransport.send(server.call()) }
                #expect(error?.code == .outcomeUnknown)
            }
        }

        @Test func anAnswerThatIsCutInItsBodyLeavesTheFateOpen() async throws {
            try await WebServer.run { server in
                server.answer(200, String(repeating: "x", count: 5_000))
                server.proxy.treatAnswers(.cut(after: 1_000))
                let error = await failure { _ = try await sharedTransport.send(server.call()) }
                #expect(error?.code == .outcomeUnknown)
            }
        }

        @Test func theNextRequestHasANewConnection() async throws {
            try await WebServer.run { server in
                server.answer(200, "here")
                server.proxy.treatAnswers(.cut(after: 0))
                _ = await failure { _ = try await sharedTransport.send(server.call()) }
                server.proxy.treatAnswers(.pass)
                let found = try await sharedTransport.send(server.call()).body
                #expect(found == Data("here".utf8))
            }
        }

        @Test func whatIsNoHTTPIsMalformed() async throws {
            try await WebServer.run { server in
                server.answer(200, "here")
                _ = try await sharedTransport.send(server.call())
                server.proxy.arm(.exchangeAnswer(Array("garbage\r\n\r\n".utf8)))
                let error = await failure { _ = try await sharedTransport.send(server.call()) }
                #expect(error?.code == .malformed)
            }
        }

        @Test func aCancelledTaskEndsItsRequest() async throws {
            try await WebServer.run { server in
                let gate = TaskGate()
                server.answer { _ in
                    await gate.wait()
                    return WebServer.Reply()
                }
                let task = Task { await failure { _ = try await sharedTransport.send(server.call()) } }
                while server.asked.isEmpty { await Task.yield() }
                task.cancel()
                #expect(await task.value?.code == .cancelled)
                gate.open()
            }
        }

        @Test func anAnswerThatIsHeldBackCompletesWhenItIsReleased() async throws {
            try await WebServer.run { server in
                server.answer(200, String(repeating: "x", count: 500))
                server.proxy.treatAnswers(.hold(after: 300))
                let task = Task { try await sharedTransport.send(server.call()).body.count }
                while server.proxy.heldAnswers == 0 { await Task.yield() }
                server.proxy.treatAnswers(.pass)
                let found = try await task.value
                #expect(found == 500)
            }
        }

        @Test func errorsShowNoHeaderFields() async throws {
            var call = HTTPCall(
                HTTPRequest(method: .get, scheme: "ftp", authority: "secret-host", path: "/k?token=1"))
            call.request.headerFields[.authorization] = "Bearer secret"
            let error = await failure { _ = try await sharedTransport.send(call) }
            #expect(error != nil && error?.description.contains("secret") == false)
            #expect(error?.description.contains("token") == false)
        }

        @Test func aTransportReleasesItsClient() async throws {
            try await WebServer.run { server in
                server.answer(200, "here")
                let transport = HTTPClientTransport(connecting: .seconds(5))
                let found = try await transport.send(server.call()).body
                #expect(found == Data("here".utf8))
            }
        }
    }
#endif
