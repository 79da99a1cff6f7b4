import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

/// Parts and elements of structured values, value by value, and what binding refuses.
@Suite struct StructureFunctionTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    typealias Form = ExpressionTree.StructuredForm
    private static let itself = ExpressionTree.function(.structure(.itself), [])

    /// A function of the attribute `extra`, and of other operands.
    private static func extra(
        _ function: ExpressionTree.StructureFunction, _ others: ExpressionTree...
    ) -> ExpressionTree {
        .function(.structure(function), ["extra"] + others)
    }

    private func value(_ tree: ExpressionTree, of json: String?) throws -> Value {
        let row = world.add("Player", ["id": .integer(1), "extra": json.map { .text($0) } ?? .null])
        return try world.value(tree, on: row)
    }

    private func part(_ path: [String], _ form: Form, of json: String?) throws -> Value {
        try value(Self.extra(.part(path, form)), of: json)
    }

    @Test func everyFormIsReadAsItIsWritten() throws {
        let token = UUID(uuidString: "0F0E0D0C-0B0A-0908-0706-050403020100")
        #expect(try part(["a"], .bool, of: #"{"a":true}"#) == .bool(true))
        #expect(
            try part(["a"], .integer, of: #"{"a":9007199254740993}"#) == .integer(9_007_199_254_740_993))
        #expect(try part(["a"], .integer, of: #"{"a":12e2}"#) == .integer(1_200))
        #expect(try part(["a"], .real, of: #"{"a":0.1}"#) == .real(0.1))
        #expect(try part(["a"], .real, of: #"{"a":-0}"#) == .real(0))
        #expect(try part(["a"], .float, of: #"{"a":0.1}"#) == .real(Double(Float(0.1))))
        #expect(
            try part(["a"], .decimal, of: #"{"a":12345678901234567890.0123456789}"#)
                == .decimal(decimal("12345678901234567890.0123456789")))
        #expect(try part(["a"], .text, of: #"{"a":"\u00e9"}"#) == .text("\u{e9}"))
        #expect(try part(["a"], .data, of: #"{"a":"AAH/"}"#) == .data(Data([0, 1, 255])))
        #expect(try part(["a"], .date, of: #"{"a":0.5}"#) == .date(978_307_200_500_000))
        #expect(
            try part(["a"], .uuid, of: #"{"a":"0f0e0d0c-0b0a-0908-0706-050403020100"}"#)
                == token.map { .uuid($0) })
        #expect(try part(["a"], .structure, of: #"{"a": [1, {"b": 2}]}"#) == .text(#"[1,{"b":2}]"#))
    }

    @Test func whatIsMissingIsNil() throws {
        for json in [
            nil, "null", "{}", #"{"a":null}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#, #"{"A":{"b":1}}"#,
        ] {
            #expect(try part(["a", "b"], .integer, of: json) == .null, "\(json ?? "nil")")
        }
        #expect(try part([], .integer, of: "7") == .integer(7))
        #expect(try part(["a"], .integer, of: #"{"a":1,"a":2}"#) == .integer(1))
    }

    @Test(arguments: [
        ("integer", #"{"a":"1"}"#), ("integer", #"{"a":1.5}"#), ("integer", #"{"a":9223372036854775808}"#),
        ("real", #"{"a":1e999}"#), ("text", #"{"a":1}"#), ("bool", #"{"a":1}"#), ("data", #"{"a":"*"}"#),
        ("date", #"{"a":1e300}"#), ("uuid", #"{"a":"x"}"#), ("decimal", #"{"a":[]}"#),
        ("text", #"{"a":"\u0000"}"#), ("integer", "[1]"), ("integer", "x"),
    ])
    func otherJSONIsAnErrorWithItsPath(form: String, json: String) throws {
        let form = try #require(Form(rawValue: form))
        let error = #expect(throws: GranaryError.self) { try part(["a"], form, of: json) }
        #expect(error?.code == .malformed)
        #expect(error?.context.entity == "Player")
        #expect(error?.context.properties == ["extra.a"])
    }

    @Test func partsOfPartsAreOneFunction() {
        let outer = ExpressionTree.part(["a"], .structure, of: "extra")
        #expect(ExpressionTree.part(["b"], .text, of: outer) == Self.extra(.part(["a", "b"], .text)))
        let inElement = ExpressionTree.part(["b"], .text, of: Self.itself)
        #expect(inElement.placed(in: outer) == Self.extra(.part(["a", "b"], .text)))
        let any = ExpressionTree.function(.structure(.quantified(.any)), [Self.itself, inElement])
        #expect(any.placed(in: "extra") == Self.extra(.quantified(.any), inElement))
    }

    @Test func aPartIsReplacedAndAllElseStays() throws {
        func replaced(_ json: String?, _ path: [String], _ form: Form, _ new: Value) throws -> Value {
            try value(Self.extra(.setting(path, form), .literal(new)), of: json)
        }
        let json = #"{"a":1,"c":{"x":1.50},"e":[]}"#
        #expect(
            try replaced(json, ["a"], .text, .text("\"")) == .text(#"{"a":"\"","c":{"x":1.50},"e":[]}"#))
        #expect(
            try replaced(json, ["b"], .bool, .bool(true)) == .text(#"{"a":1,"b":true,"c":{"x":1.50},"e":[]}"#)
        )
        #expect(try replaced(json, ["a"], .integer, .null) == .text(#"{"c":{"x":1.50},"e":[]}"#))
        #expect(
            try replaced(json, ["c", "y"], .decimal, .decimal(decimal("0.1")))
                == .text(#"{"a":1,"c":{"x":1.50,"y":0.1},"e":[]}"#))
        #expect(
            try replaced(json, ["c"], .structure, .text(#"{"z": null}"#))
                == .text(#"{"a":1,"c":{"z":null},"e":[]}"#))
        #expect(try replaced(json, ["d", "x"], .integer, .integer(1)) == .text(json))
        #expect(try replaced(nil, ["a"], .integer, .integer(1)) == .null)
        expectError(.malformed) { try replaced(json, ["a", "x"], .integer, .integer(1)) }
        expectError(.invalidValue) { try replaced(json, ["a"], .real, .real(.infinity)) }
    }

    @Test(arguments: [
        (Form.bool, Value.bool(false)), (.integer, .integer(.min)), (.real, .real(1e-300)),
        (.float, .real(Double(Float(0.1)))), (.decimal, .decimal(decimal("-0.00000000000000000001"))),
        (.text, .text("\u{10000}\n")), (.data, .data(Data([0, 255]))), (.date, .date(-1)),
        (.date, .date(1_359_676_799_999_999)), (.uuid, .uuid(UUID())),
    ])
    func whatIsWrittenIsReadAgain(form: Form, new: Value) throws {
        let written = Self.extra(.setting(["a"], form), .literal(new))
        #expect(try value(.function(.structure(.part(["a"], form)), [written]), of: "{}") == new)
    }

    @Test func listsHaveElements() throws {
        let json = #"["a",null,"b"]"#
        #expect(try value(Self.extra(.count), of: json) == .integer(3))
        #expect(try value(Self.extra(.count), of: nil) == .null)
        for (text, found) in [("a", true), ("c", false)] {
            #expect(try value(Self.extra(.contains(.text), .text(text)), of: json) == .bool(found))
        }
        #expect(try value(Self.extra(.contains(.text), .null), of: json) == .bool(true))
        #expect(try value(Self.extra(.contains(.text), .text("a")), of: nil) == .bool(false))
        #expect(try value(Self.extra(.contains(.real), .literal(.integer(2))), of: "[1,2.0]") == .bool(true))
        for (position, element) in [
            (0, Value.text("a")), (1, .null), (2, .text("b")), (3, .null), (-1, .null),
        ] {
            let tree = ExpressionTree.part([], .text, of: Self.extra(.element(position)))
            #expect(try value(tree, of: json) == element)
        }
        let error = #expect(throws: GranaryError.self) { try value(Self.extra(.count), of: "{}") }
        #expect(error?.context.properties == ["extra"])
    }

    @Test func conditionsOnElements() throws {
        let isTwo = ExpressionTree.compare(
            .equal, .part(["n"], .integer, of: Self.itself), .literal(.integer(2)))
        func holds(_ quantifier: ExpressionTree.Quantifier, _ json: String?) throws -> Bool {
            try value(Self.extra(.quantified(quantifier), isTwo), of: json) == .bool(true)
        }
        let cases: [(String?, any: Bool, all: Bool, none: Bool)] = [
            (nil, false, true, true), ("[]", false, true, true), (#"[{"n":2}]"#, true, true, false),
            (#"[{"n":2},{}]"#, true, false, false), (#"[null,{"n":1}]"#, false, false, true),
        ]
        for (json, any, all, none) in cases {
            #expect(try holds(.any, json) == any, "\(json ?? "nil")")
            #expect(try holds(.all, json) == all, "\(json ?? "nil")")
            #expect(try holds(.none, json) == none, "\(json ?? "nil")")
        }
        let error = #expect(throws: GranaryError.self) { try holds(.any, #"[{"n":"x"}]"#) }
        #expect(error?.context.properties == ["extra.n"])
    }

    @Test func aConditionInAConditionIsAboutTheInnerElement() throws {
        let inner = ExpressionTree.function(
            .structure(.quantified(.all)),
            [
                .part(["list"], .structure, of: Self.itself),
                .compare(.less, .part([], .integer, of: Self.itself), .literal(.integer(3))),
            ])
        let tree = Self.extra(.quantified(.any), inner)
        #expect(try value(tree, of: #"[{"list":[1,5]},{"list":[1,2]}]"#) == .bool(true))
        #expect(try value(tree, of: #"[{"list":[1,5]}]"#) == .bool(false))
    }

    @Test(arguments: [
        Self.extra(.part(Array(repeating: "a", count: 9), .text)), Self.itself,
        .function(.structure(.count), ["name"]), .function(.structure(.count), []),
        .function(.structure(.part([], .text)), ["extra", "extra"]),
        Self.extra(.setting(["a"], .integer), "name"), Self.extra(.setting(["a"], .decimal), "score"),
        Self.extra(.contains(.integer), "name"), Self.extra(.contains(.structure), "extra"),
        Self.extra(.quantified(.any), "active"),
        Self.extra(.quantified(.any), .countOf(path: [], relationship: "tags", nil)),
        Self.extra(.quantified(.any), Self.itself),
        .compare(.equal, Self.extra(.element(0)), Self.extra(.element(1))),
        .compare(.less, Self.extra(.part(["a"], .text)), .literal(.integer(1))),
    ])
    func mistakesAreRefused(tree: ExpressionTree) {
        expectError(.query) { try world.value(tree) }
    }

    @Test func structureFunctionsSurviveCoding() throws {
        let tree = ExpressionTree.and(
            .compare(.equal, .part(["a", "b"], .date, of: "extra"), .null),
            Self.extra(
                .quantified(.all),
                .function(.structure(.contains(.uuid)), [.part([], .structure, of: Self.itself), .null])))
        let coded = try JSONDecoder().decode(ExpressionTree.self, from: JSONEncoder().encode(tree))
        #expect(coded == tree)
    }
}
