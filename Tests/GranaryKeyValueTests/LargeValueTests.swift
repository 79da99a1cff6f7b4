import Foundation
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// Values and objects that are too large are refused by name, before anything is copied.
@Suite struct LargeValueTests {
    /// More bytes than a value may have, in memory that is never touched.
    private static var data: Data { Data(count: 1_000_000_001) }

    private static func desk() throws -> Desk {
        let picture = ModelDescription(
            name: "Picture",
            attributes: [
                AttributeDescription("id", .integer), AttributeDescription("front", .data, isOptional: true),
                AttributeDescription("back", .data, isOptional: true),
            ],
            key: ["id"])
        return try Desk(Schema("Pictures", descriptions: [(picture, nil)]))
    }

    @Test func aValueOfMoreThanABillionBytesIsRefusedByName() throws {
        let desk = try Self.desk()
        try desk.insert("Picture", ["id": .integer(1), "front": .data(Data([1]))])
        let errors: [(String, GranaryError?)] = [
            (
                "back",
                failure { try desk.insert("Picture", ["id": .integer(2), "back": .data(Self.data)]) }
            ),
            (
                "front",
                failure { try desk.update("Picture", .integer(1), ["front": .data(Self.data)]) }
            ),
        ]
        for (property, error) in errors {
            #expect(error?.code == .invalidValue, "\(String(describing: error))")
            #expect(error?.context.entity == "Picture" && error?.context.properties == [property])
            #expect(error?.message.contains("a billion bytes") == true)
        }
        #expect(try desk.rows("Picture") == [[.integer(1), .data(Data([1])), .null]])
    }

    /// It takes memory for the values, so only a long run does it.
    @Test(.enabled(if: ConformanceEffort.current.isLong))
    func anObjectOfMoreThanABillionBytesIsRefusedByName() throws {
        let (desk, half) = (try Self.desk(), Data(count: 500_000_001))
        let error = failure {
            try desk.insert("Picture", ["id": .integer(2), "front": .data(half), "back": .data(half)])
        }
        #expect(error?.code == .invalidValue && error?.context.entity == "Picture")
        #expect(try desk.rows("Picture").isEmpty)
    }
}
