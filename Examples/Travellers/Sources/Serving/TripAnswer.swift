#if HTTP && Services
    import FlyingFox
    import Foundation
    import Granary
    import GranaryAccounts

    /// What the server of trips answers.
    struct TripAnswer: Sendable {
        private let accounts: TripServer.ServerAccounts

        /// Answers from accounts.
        init(_ accounts: TripServer.ServerAccounts) { self.accounts = accounts }

        /// Answers a request; what fails is an answer too.
        func answer(_ request: HTTPRequest) async -> HTTPResponse {
            do { return try await respond(to: request) } catch let error as GranaryError {
                switch error.code {
                case .notFound: return text(.notFound, error.message)
                case .constraint: return text(.conflict, "This traveller has an account.")
                default: return text(.internalServerError, error.code.rawValue)
                }
            } catch {
                return text(.internalServerError, "failed")
            }
        }

        private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
            let parts = request.path.split(separator: "/").map { String($0) }
            guard parts.count >= 2, parts[0] == "travellers" else {
                return HTTPResponse(statusCode: .notFound)
            }
            let id = ObjectID<Traveller>(parts[1])
            switch (request.method, parts.count, parts.count > 2 ? parts[2] : "") {
            case (.PUT, 2, _):
                let name = String(decoding: try await request.bodyData, as: UTF8.self)
                _ = try await accounts.create(Traveller(email: parts[1], name: name).snapshot)
                return text(.created, "Welcome, \(name).")
            case (.DELETE, 2, _):
                try await accounts.forget(id)
                return text(.ok, "Forgotten.")
            case (.GET, 3, "trips"):
                return text(.ok, try await accounts.with(id) { try await $0.trips }.joined(separator: "\n"))
            case (.POST, 4, "trips"):
                return text(.created, try await accounts.with(id) { try await $0.planTrip(to: parts[3]) })
            default: return HTTPResponse(statusCode: .notFound)
            }
        }

        private func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
            HTTPResponse(
                statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"],
                body: Data(text.utf8))
        }
    }
#endif
