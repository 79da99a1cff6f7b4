import Testing

/// What the compiler says of wrong models and calls: one message, at the mistake, with the remedy, and soon.
@Suite(.timeLimit(.minutes(10))) struct WrongModelTests {
    /// All in one run of the compiler, whose start takes longest.
    @Test func areExplainedAtTheirPlaceAndOnce() throws {
        let calls = (WrongCall.all.map(\.text) + WrongCall.right).map(WrongCall.program)
        let findings = try TypeChecker.findings(inEach: WrongModel.all.map(\.text) + calls)
        for (model, finding) in zip(WrongModel.all, findings) {
            let place = ":\(model.place.line):\(model.place.column): error: "
            #expect(
                finding.errors.contains { $0.contains(place) && $0.contains(model.message) },
                "\(model.text): \(finding.errors)")
            #expect(finding.errors.count <= model.errors, "\(model.text): \(finding.errors)")
            #expect(!finding.errors.contains { $0.contains("has no initializers") }, "\(model.text)")
            #expect(finding.seconds < 1, "\(model.text)")
        }
        let ofCalls = findings.dropFirst(WrongModel.all.count)
        for (call, finding) in zip(WrongCall.all, ofCalls) {
            let place = ":\(call.place.line):\(call.place.column): error: "
            #expect(finding.errors.count == 1, "\(call.text): \(finding.errors)")
            #expect(
                finding.errors.contains { $0.contains(place) && $0.contains(call.message) },
                "\(call.text): \(finding.errors)")
            #expect(finding.seconds < 1, "\(call.text)")
        }
        for (call, finding) in zip(WrongCall.right, ofCalls.dropFirst(WrongCall.all.count)) {
            #expect(finding.errors.isEmpty, "\(call): \(finding.errors)")
            #expect(finding.seconds < 1, "\(call)")
        }
    }
}
