import Foundation
import Granary
import Testing

@testable import GranaryObjects

/// Bytes as text, and back.
@Suite struct Base64URLTests {
    @Test func textIsThatOfFoundationWithoutPadding() {
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
            let text = Base64URL.text(of: bytes)
            let expected = Data(bytes).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
            #expect(text == expected, "\(bytes)")
            #expect(Base64URL.bytes(of: text) == bytes, "\(bytes)")
        }
    }

    @Test(arguments: ["A", "AAAAA", "AB", "AAB", "AA==", "A+", "A/", "A A", "ÄA", "AA\n"])
    func otherTextsAreNone(_ text: String) {
        #expect(Base64URL.bytes(of: text) == nil)
    }
}
