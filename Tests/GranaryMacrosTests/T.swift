import SwiftSyntaxMacrosGenericTestSupport
import Testing
@Test func t() { #expect(1 + 1 == 2) }
