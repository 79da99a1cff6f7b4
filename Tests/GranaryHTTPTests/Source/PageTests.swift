#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryHTTP
    import Synchronization
    import Testing

    @testable import GranarySync

    /// Lists in pages: links, members, cursors and offsets, also while the list changes.
    @Suite(.timeLimit(.minutes(1))) struct PageTests {
        private static func page(_ numbers: some Sequence<Int>, _ others: String = "") -> String {
            #"{"rows":[\#(numbers.map { flightJSON($0, id: id($0)) }.joined(separator: ","))]\#(others)}"#
        }

        private static func id(_ number: Int) -> UUID {
            UUID(
                uuidString: "00000000-0000-0000-0000-" + String(String(number + 1_000_000_000_000).suffix(12))
            ) ?? UUID()
        }

        private static func endpoint(_ paging: HTTPPaging) -> HTTPEndpoint {
            var endpoint = HTTPEndpoint(Flight.self, "flights")
            endpoint.rows = "rows"
            endpoint.paging = paging
            return endpoint
        }

        private func numbers(_ payload: RemotePayload) -> [Int] {
            payload.rows(Flight.Snapshot.self).map(\.number)
        }

        @Test(arguments: [
            "</flights?page=2>; rel=\"next\"", "<?page=2>; title=\"a, b\"; rel=next",
            "<http://127.0.0.1:1/x>; rel=\"prev\", </flights?page=2>; rel=\"last next\"",
        ])
        func linksLeadOn(_ link: String) async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    asked.target.contains("page=2")
                        ? .init(200, Self.page(2...3)) : .init(200, Self.page(0...1), ["Link": link])
                }
                let payload = try await server.source([Self.endpoint(.link)]).fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == [0, 1, 2, 3] && payload.isWhole && payload.next == nil)
            }
        }

        @Test func membersLeadOn() async throws {
            try await WebServer.run { server in
                let address = server.address
                server.answer { asked in
                    asked.target.contains("page=2")
                        ? .init(200, Self.page([2], #","next":null"#))
                        : .init(200, Self.page([1], #","next":"\#(address)/flights?page=2""#))
                }
                let payload = try await server.source([Self.endpoint(.next(in: "next"))]).fetch(
                    RemoteRequest(Flight.all))
                #expect(numbers(payload) == [1, 2])
            }
        }

        @Test func cursorsLeadOn() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    switch asked.target {
                    case "/flights": .init(200, Self.page([1], #","more":{"cursor":"a b"}"#))
                    case "/flights?after=a%20b": .init(200, Self.page([2], #","more":{"cursor":7}"#))
                    case "/flights?after=7": .init(200, Self.page([3], #","more":{}"#))
                    default: .init(400)
                    }
                }
                let endpoint = Self.endpoint(.cursor(in: "more.cursor", as: "after"))
                let payload = try await server.source([endpoint]).fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == [1, 2, 3])
            }
        }

        @Test func aNextPageAtAnotherServerIsRefused() async throws {
            try await WebServer.run { server in
                server.answer(200, Self.page([1], #","next":"https://example.org/flights?token=secret""#))
                let source = try server.source([Self.endpoint(.next(in: "next"))])
                let error = await failure { _ = try await source.fetch(RemoteRequest(Flight.all)) }
                #expect(error?.code == .denied && error?.description.contains("secret") == false)
                #expect(server.asked.count == 1)
            }
        }

        @Test func pagesThatGoRoundAreAnError() async throws {
            try await WebServer.run { server in
                server.answer(200, Self.page([1]), ["Link": "</flights?page=2>; rel=next"])
                let source = try server.source([Self.endpoint(.link)])
                let error = await failure { _ = try await source.fetch(RemoteRequest(Flight.all)) }
                #expect(error?.code == .malformed && server.asked.count == 2)
            }
        }

        @Test func moreThanTheMostPagesIsNotWhole() async throws {
            try await WebServer.run { server in
                let count = Mutex(0)
                server.answer { _ in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    return .init(
                        200, Self.page([number]), ["Link": "</flights?page=\(number + 1)>; rel=next"])
                }
                var endpoint = Self.endpoint(.link)
                endpoint.paging.most = 3
                let payload = try await server.source([endpoint]).fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == [1, 2, 3] && !payload.isWhole)
            }
        }

        @Test func pagesOnDemandAreOneRequestEach() async throws {
            try await WebServer.run { server in
                server.answer { asked in
                    asked.target.contains("page=2")
                        ? .init(200, Self.page([2]))
                        : .init(200, Self.page([1]), ["Link": "<?page=2>; rel=next"])
                }
                var endpoint = Self.endpoint(.link)
                endpoint.paging.isOnDemand = true
                let source = try server.source([endpoint])
                var request = RemoteRequest(Flight.all)
                let first = try await source.fetch(request)
                #expect(numbers(first) == [1] && !first.isWhole)
                request.page = first.next
                let second = try await source.fetch(request)
                #expect(numbers(second) == [2] && second.next == nil && !second.isWhole)
            }
        }

        // MARK: Offsets

        /// A server with a list, which a test changes.
        private static func serve(
            _ server: WebServer, _ list: Held<[Int]>, then: @escaping @Sendable (Int) -> Void = { _ in }
        ) {
            let requests = Mutex(0)
            server.answer { asked in
                let parameters = asked.target.split(whereSeparator: { $0 == "?" || $0 == "&" }).dropFirst()
                func number(_ name: String) -> Int? {
                    parameters.first { $0.hasPrefix(name + "=") }.flatMap {
                        Int($0.dropFirst(name.count + 1))
                    }
                }
                let all = list.withLock { $0 }
                let rows = all.dropFirst(number("offset") ?? 0).prefix(number("limit") ?? 100)
                let count = requests.withLock { count in
                    count += 1
                    return count
                }
                then(count)
                return .init(200, page(rows))
            }
        }

        @Test(arguments: [0, 1, 3, 4, 5, 6, 7, 11]) func offsetsReadTheWholeList(_ count: Int) async throws {
            try await WebServer.run { server in
                let list = Held(Array(0..<count))
                Self.serve(server, list)
                let source = try server.source([Self.endpoint(.offset(size: 4))])
                let payload = try await source.fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == Array(0..<count) && payload.isWhole)
            }
        }

        @Test func aListThatShiftsIsReadAgain() async throws {
            try await WebServer.run { server in
                let list = Held(Array(1...10))
                // After the first page a row comes in front, so that the next page would repeat one.
                Self.serve(server, list) { if $0 == 1 { list.withLock { $0.insert(0, at: 0) } } }
                let reports = Collected<HTTPReport>()
                var options = HTTPOptions()
                options.report = { reports.add($0) }
                let source = try server.source([Self.endpoint(.offset(size: 4))], options)
                let payload = try await source.fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == Array(0...10) && payload.isWhole)
                #expect(reports.all.map(\.restarts) == [1])
            }
        }

        @Test func aRowThatLeavesIsNotedToo() async throws {
            try await WebServer.run { server in
                let list = Held(Array(1...10))
                // Without a look at the row before, the next page would leave one out.
                Self.serve(server, list) { if $0 == 1 { list.withLock { _ = $0.removeFirst() } } }
                let source = try server.source([Self.endpoint(.offset(size: 4))])
                let payload = try await source.fetch(RemoteRequest(Flight.all))
                #expect(numbers(payload) == Array(2...10) && payload.isWhole)
            }
        }

        @Test func aListThatAlwaysShiftsIsNotWhole() async throws {
            try await WebServer.run { server in
                let list = Held(Array(1...10))
                Self.serve(server, list) { count in list.withLock { $0.insert(-count, at: 0) } }
                let source = try server.source([Self.endpoint(.offset(size: 4))])
                let payload = try await source.fetch(RemoteRequest(Flight.all))
                #expect(!payload.isWhole && server.asked.count == 6)
            }
        }

        @Test func aWindowIsReadInPagesOfItsOwn() async throws {
            try await WebServer.run { server in
                let list = Held(Array(0..<20))
                Self.serve(server, list)
                let source = try server.source([Self.endpoint(.offset(size: 4))])
                let payload = try await source.fetch(RemoteRequest(Flight.all.limit(3).offset(5)))
                #expect(numbers(payload) == [5, 6, 7] && payload.covers == nil && server.asked.count == 1)
            }
        }
    }
#endif
