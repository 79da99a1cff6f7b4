#if HTTP
    import FoundationEssentials
    import Granary
    import GranarySync
    import HTTPTypes

    extension HTTPSource {
        /// Sends one request, and returns the server's answer whatever it is.
        ///
        /// The time limit counts from before the credentials are asked for.
        ///
        /// - Throws: as ``HTTPTransport/send(_:)``; ``GranaryError/Code/timeout``; errors of credentials and of the
        ///   program's own functions.
        func exchange(
            _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, body: Data = Data(),
            within limit: Duration?
        ) async throws -> Exchange {
            var request = HTTPRequest(
                method: method, scheme: place.scheme, authority: place.authority, path: path,
                headerFields: options.fields)
            request.headerFields[.accept] = request.headerFields[.accept] ?? "application/json"
            // A field may be there twice.
            for name in Set(fields.map(\.name)) { request.headerFields[fields: name] = fields[fields: name] }
            let unready = request
            let (call, answer, requests) = try await TimeLimit.run(
                limit ?? options.timeLimit, by: options.clock
            ) {
                try await sent(unready, body)
            }
            // 403 may mean that the credentials are not good enough.
            if answer.status == 401 || answer.status == 403 { options.credentials?.refused(call.request) }
            try options.didReceive(answer, call)
            return Exchange(
                answer: answer, path: path, requests: requests, sentBytes: call.body.count * requests)
        }

        /// Makes a request ready and sends it, once more where an idle connection was lost.
        private func sent(
            _ request: HTTPRequest, _ body: Data
        ) async throws -> (call: HTTPCall, answer: HTTPAnswer, requests: Int) {
            var request = request
            let isQuery = request.method == .get
            try await options.credentials?.authorize(&request)
            var call = HTTPCall(request, body: body, mostBytes: options.mostBytes)
            try await options.prepare(&call)
            // Whoever prepares it may take no notice of the end.
            if Task.isCancelled { throw GranaryError(.cancelled, "The request was cancelled.") }
            options.didSend(call)
            do {
                let answer = try await transport.send(call)
                return (call, answer, 1)
            } catch let error as GranaryError
                where error.code == .outcomeUnknown && isQuery
            {
                // A server may close a connection that was idle at the very moment of a request, which does not mean
                // that there is none.
                options.didSend(call)
                let answer = try await transport.send(call)
                return (call, answer, 2)
            }
        }

        /// Does work that fills a report, and hands the report out whatever comes of it.
        func reporting<T>(
            _ name: String, _ method: HTTPRequest.Method, _ work: (inout HTTPReport) async throws -> T
        ) async throws -> T {
            var report = HTTPReport(name, method)
            let elapsed = Self.stopwatch(options.clock)
            do {
                let result = try await work(&report)
                report.duration = elapsed()
                options.report(report)
                return result
            } catch {
                report.duration = elapsed()
                report.error = (error as? GranaryError)?.code
                options.report(report)
                throw error
            }
        }

        private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }

        /// The error of an answer to a query that is none.
        func failure(_ answer: HTTPAnswer) -> RemoteFailure {
            RemoteFailure(answer.status, options.reason(answer) ?? "", retryAfter: answer.retryAfter)
        }

        /// The errors of a query without an answer, which the store may answer instead.
        func orUnavailable<T>(_ work: () async throws -> T) async throws -> T {
            do { return try await work() } catch let error as GranaryError
                where error.code == .timeout || error.code == .outcomeUnknown
            {
                throw GranaryError(
                    .unavailable, "The server has not answered a query.", context: error.context, cause: error
                )
            } catch is CancellationError {
                throw GranaryError(.cancelled, "The request was cancelled.")
            }
        }
    }
#endif
