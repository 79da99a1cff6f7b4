import Granary
import Hummingbird
import Logging

/// Answers errors of the stores by a status and a sentence; the log gets the error, which holds no values.
struct ErrorAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as GranaryError {
            let (status, sentence) = Self.answer(to: error)
            context.logger.log(
                level: status == .internalServerError ? .error : .info, "\(error)",
                metadata: ["error.type": "\(error.code.rawValue)"])
            throw HTTPError(
                status, headers: status == .serviceUnavailable ? [.retryAfter: "1"] : [:], message: sentence)
        }
    }

    private static func answer(to error: GranaryError) -> (HTTPResponse.Status, String) {
        switch error.code {
        case .notFound: (.notFound, "There is no such thing.")
        case .query, .invalidValue: (.badRequest, "The request cannot be understood.")
        case .validation: (.unprocessableContent, "The workshop cannot do that.")
        case .constraint: (.conflict, "The workshop cannot do that.")
        case let code where code.isRetryable || code == .closed:
            (.serviceUnavailable, "Not now. Please try again.")
        default: (.internalServerError, "This did not work, and we know of it.")
        }
    }
}
