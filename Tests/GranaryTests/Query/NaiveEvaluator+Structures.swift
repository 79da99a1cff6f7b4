import Foundation
import Granary

extension NaiveEvaluator {
    /// The value of a function of structured values, by Foundation's decoder, for those that ``RandomExpressions`` makes.
    func value(
        _ function: ExpressionTree.StructureFunction, _ operands: [ExpressionTree], _ place: Place
    ) throws -> Value {
        guard case .text(let json) = try value(operands[0], place) else {
            switch function {
            case .contains, .quantified(.any): return .bool(false)
            case .quantified: return .bool(true)
            default: return .null
            }
        }
        switch function {
        case .part(let path, .integer):
            return try decoded(json, path, Int64.self).map { .integer($0) } ?? .null
        case .part(let path, .structure):
            return try decoded(json, path, [Int64?].self).map { .text(text(of: $0)) } ?? .null
        case .count: return .integer(Int64(try list(json).count))
        case .contains:
            let wanted = try value(operands[1], place)
            return .bool(try list(json).contains { ($0.map { .integer($0) } ?? .null) == wanted })
        case .quantified(let quantifier):
            guard case .compare(let comparison, _, .literal(.integer(let bound))) = operands[1] else {
                return .null
            }
            let elements = try list(json)
            let count = elements.count { element in
                guard let element else { return comparison == .notEqual }
                return comparison == .less ? element < bound : element != bound
            }
            return .bool(
                quantifier == .any ? count > 0 : quantifier == .all ? count == elements.count : count == 0)
        default: return .null
        }
    }

    private func list(_ json: String) throws -> [Int64?] { try decoded(json, [], [Int64?].self) ?? [] }

    private func text(of list: [Int64?]) -> String {
        "[\(list.map { $0.map(String.init) ?? "null" }.joined(separator: ","))]"
    }

    private func decoded<T: Decodable>(_ json: String, _ path: [String], _ type: T.Type) throws -> T? {
        let decoder = JSONDecoder()
        if let pathKey { decoder.userInfo[pathKey] = path }
        do {
            return try decoder.decode(PathValue<T>.self, from: Data(json.utf8)).value
        } catch {
            throw GranaryError(.malformed, "", cause: error)
        }
    }
}

private let pathKey = CodingUserInfoKey(rawValue: "path")

/// The value at the end of a path in JSON; `nil` where it is missing.
private struct PathValue<T: Decodable>: Decodable {
    let value: T?

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        var path = pathKey.flatMap { decoder.userInfo[$0] as? [String] } ?? []
        guard let last = path.popLast() else {
            value = try T?(from: decoder)
            return
        }
        var container = try decoder.container(keyedBy: Name.self)
        for name in path {
            let key = Name(stringValue: name)
            guard container.contains(key), try !container.decodeNil(forKey: key) else {
                value = nil
                return
            }
            container = try container.nestedContainer(keyedBy: Name.self, forKey: key)
        }
        value = try container.decodeIfPresent(T.self, forKey: Name(stringValue: last))
    }
}
