#if HTTP
    import AsyncHTTPClient
    import Granary
    import NIOCore
    import NIOHTTP1
    import NIOPosix

    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #endif

    /// The errors of async-http-client and of SwiftNIO, in the words of Granary.
    enum ClientFailure {
        /// Translates an error of a request; no error of the client is kept, since some show header fields.
        static func translated(_ error: any Error) -> GranaryError {
            switch error {
            case is CancellationError: cancelled
            case let error as HTTPClientError: translated(error)
            case is NIOConnectionError: noConnection("it does not take connections, or its name is not known")
            case let error as ChannelError: translated(error)
            case let error as IOError: translated(error)
            case HTTPParserError.invalidEOFState: lost
            case is HTTPParserError:
                GranaryError(
                    .malformed, "The server's answer is no HTTP. Is something else behind its address?")
            default: translated(error, String(describing: type(of: error)))
            }
        }

        /// Translates an error of a type without a name here, such as those of TLS, by the name.
        private static func translated(_ error: any Error, _ name: String) -> GranaryError {
            if name.begins(with: "NIOSSL") {
                // A connection that was there has ended.
                let isLate = ["uncleanShutdown", "shutdownFailed", "writeDuringTLSShutdown"].contains {
                    String(describing: error).begins(with: $0)
                }
                return isLate ? lost : noConnection("TLS refuses it, or the certificate of the server")
            }
            // Those of the handshake are within one of `NIOSSL`; on its own it comes of reading and writing.
            return name.begins(with: "BoringSSL") ? lost : unexpected(name)
        }

        private static func translated(_ error: HTTPClientError) -> GranaryError {
            switch error {
            case .cancelled, .requestStreamCancelled: cancelled
            case .connectTimeout: noConnection("a connection takes too long")
            case .tlsHandshakeTimeout: noConnection("the handshake of TLS takes too long")
            case .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .invalidProxyResponse,
                .proxyAuthenticationRequired:
                noConnection("the proxy makes no connection")
            case .getConnectionFromPoolTimeout: noConnection("all connections are in use")
            case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: lost
            case .readTimeout, .writeTimeout, .deadlineExceeded:
                GranaryError(.timeout, "The server has not answered in time.")
            case .invalidURL, .emptyHost, .emptyScheme:
                GranaryError(.configuration, "The address of the server is no place that HTTP can reach.")
            default:
                // Some others carry header fields, which their short description leaves out.
                unexpected(error.shortDescription)
            }
        }

        private static func translated(_ error: ChannelError) -> GranaryError {
            switch error {
            case .connectTimeout, .connectPending: noConnection("a connection takes too long")
            default: lost
            }
        }

        private static func translated(_ error: IOError) -> GranaryError {
            switch error.errnoCode {
            case ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL:
                noConnection("the system reports error \(error.errnoCode)")
            default: lost
            }
        }

        private static let cancelled = GranaryError(.cancelled, "The request was cancelled.")

        private static let lost = GranaryError(
            .outcomeUnknown, "The connection was lost before the whole answer of the server came.")

        private static func noConnection(_ reason: String) -> GranaryError {
            GranaryError(.unavailable, "There is no connection to the server: \(reason).")
        }

        private static func unexpected(_ name: String) -> GranaryError {
            GranaryError(.engine, "The HTTP client has failed with \(name).")
        }
    }
#endif
