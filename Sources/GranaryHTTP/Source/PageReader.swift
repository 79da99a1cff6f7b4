#if HTTP
    import FoundationEssentials
    import Granary
    import GranarySync

    /// The way through the pages of a list.
    struct PageReader {
        private let first: String
        private let endpoint: HTTPEndpoint
        /// The rows that are wanted: those behind some, and no more than a number.
        private let window: (offset: Int, limit: Int?)
        private let key: (JSONValue) -> ObjectKey?
        /// Whether the request continues a page.
        private let isContinued: Bool

        /// The path of the next request.
        private(set) var path: String
        /// Whether another page is to be read.
        private(set) var hasMore = false
        /// Whether the list has changed since its first page.
        private(set) var isToRestart = false
        /// Whether all pages were read.
        private(set) var isWhole = true
        /// The page that the caller may ask for.
        private(set) var next: Data?

        private var visited: Set<String> = []
        private var restarts = 0
        /// The number of rows so far.
        private var count = 0
        private var last: ObjectKey?

        /// How often a list is read that changes meanwhile.
        private static let mostRestarts = 2

        /// Begins with the path of a list, or with the page that a request continues at.
        init(
            _ list: String, _ request: RemoteRequest, _ endpoint: HTTPEndpoint,
            window: (offset: Int, limit: Int?),
            key: @escaping (JSONValue) -> ObjectKey?
        ) {
            self.endpoint = endpoint
            self.window = window
            self.key = key
            let page = request.page.map { String(decoding: $0, as: UTF8.self) }
            isContinued = page != nil
            if let page {
                first = page
            } else if case .offset(let parameter, let limit, let size) = endpoint.paging.kind {
                first = Self.path(
                    list, [(parameter, window.offset), (limit, min(size, max(window.limit ?? size, 1)))])
            } else {
                first = list
            }
            path = first
        }

        /// Whether the next request is for the beginning of the list.
        var isFirst: Bool { visited.isEmpty && !isContinued }

        /// Whether the answer that was taken last is all of the list.
        var isSingle: Bool { visited.count == 1 && !isContinued && !hasMore && next == nil }

        /// Takes the rows of a page, and finds the next one.
        ///
        /// - Returns: the new rows; `nil` where the list has changed since the page before.
        /// - Throws: ``GranaryError/Code/malformed`` for pages that go round in a circle, and as
        ///   ``Place/path(ofNext:after:)``.
        mutating func take(
            _ rows: [JSONValue], _ answer: JSONValue, _ exchange: Exchange, _ place: Place
        ) throws -> [JSONValue]? {
            visited.insert(path)
            var rows = rows
            if last != nil {
                guard let row = rows.first, key(row) == last else {
                    (isToRestart, hasMore) = (true, false)
                    return nil
                }
                rows.removeFirst()
            }
            count += rows.count
            guard let path = try following(rows, answer, exchange, place) else {
                hasMore = false
                isWhole = isWhole && !isContinued
                return rows
            }
            if visited.contains(path) {
                throw GranaryError(
                    .malformed, "The pages of a list of \(endpoint.model) lead back to an earlier one.")
            }
            if endpoint.paging.isOnDemand {
                (next, hasMore, isWhole) = (Data(path.utf8), false, false)
            } else if visited.count >= endpoint.paging.most {
                (hasMore, isWhole) = (false, false)
            } else {
                (self.path, hasMore) = (path, true)
            }
            return rows
        }

        /// Begins again; false where that was done often enough.
        mutating func restart() -> Bool {
            isToRestart = false
            guard restarts < Self.mostRestarts else {
                isWhole = false
                return false
            }
            restarts += 1
            (path, visited, count, last, isWhole) = (first, [], 0, nil, true)
            return true
        }

        /// The path of the page behind the one that was taken; `nil` at the end.
        private mutating func following(
            _ rows: [JSONValue], _ answer: JSONValue, _ exchange: Exchange, _ place: Place
        ) throws -> String? {
            if let limit = window.limit, count >= limit { return nil }
            switch endpoint.paging.kind {
            case .none: return nil
            case .link: return try exchange.answer.nextLink.map { try place.path(ofNext: $0, after: path) }
            case .member(let member):
                guard let text = answer.value(at: member)?.text, !text.isEmpty else { return nil }
                return try place.path(ofNext: text, after: path)
            case .cursor(let member, let parameter):
                guard let text = answer.value(at: member)?.plain, !text.isEmpty else { return nil }
                return Self.path(isContinued ? Self.without(parameter, first) : first, parameter, text)
            case .offset(let parameter, let limit, let size):
                let asked = min(size, max(window.limit ?? size, 1))
                guard rows.count + (last == nil ? 0 : 1) >= asked, let row = rows.last else { return nil }
                let list = Self.without(limit, Self.without(parameter, first))
                let start = isContinued ? Self.number(parameter, in: first) : window.offset
                if endpoint.paging.isOnDemand {
                    return Self.path(list, [(parameter, start + count), (limit, size)])
                }
                last = key(row)
                let overlap = last == nil ? 0 : 1
                return Self.path(list, [(parameter, start + count - overlap), (limit, size)])
            }
        }

        // MARK: Paths

        private static func path(_ path: String, _ numbers: [(String, Int)]) -> String {
            numbers.reduce(path) { Self.path($0, $1.0, String($1.1)) }
        }

        private static func path(_ path: String, _ name: String, _ value: String) -> String {
            let separator = path.holds("?") ? "&" : "?"
            return
                "\(path)\(separator)\(Place.escaped(name, allowing: "[]"))=\(Place.escaped(value, allowing: ","))"
        }

        /// A path without a parameter.
        private static func without(_ name: String, _ path: String) -> String {
            guard let (bare, query) = path.halves(atFirst: "?") else { return path }
            let start = "\(Place.escaped(name, allowing: "[]"))="
            let others = query.parts(between: "&").filter { !$0.begins(with: start) }
            return bare + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
        }

        private static func number(_ name: String, in path: String) -> Int {
            let start = "\(Place.escaped(name, allowing: "[]"))="
            let query = path.halves(atFirst: "?")?.after ?? ""
            return query.parts(between: "&").lazy.compactMap { $0.rest(after: start) }.first.flatMap {
                Int($0)
            } ?? 0
        }
    }
#endif
