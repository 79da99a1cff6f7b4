import FoundationEssentials

/// The answers as one JSON object: the same from every store, so without values that depend on the run.
package struct AnswersDocument: Sendable, Hashable, Codable {
    /// The five busiest planes.
    package var busiestPlanes: [BusiestPlane]
    /// The five busiest routes.
    package var busiestRoutes: [BusiestRoute]
    /// The number of objects by model, for the models that hold the data.
    package var counts: [String: Int]
    /// The values that the data lack.
    package var gaps: FlightGaps
    /// The airlines' mean delays; minutes have two decimals.
    package var meanArrivalDelays: [MeanArrivalDelay]
    /// The ten worst departures.
    package var worstDepartures: [WorstDeparture]

    /// Makes the document of some answers.
    init(_ answers: Answers) {
        let data = answers.counts.answer.filter { !["Dataset", "ImportRun"].contains($0.model) }
        busiestPlanes = answers.busiestPlanes.answer
        busiestRoutes = answers.busiestRoutes.answer
        counts = Dictionary(data.map { ($0.model, $0.objects) }, uniquingKeysWith: { first, _ in first })
        gaps = answers.gaps.answer
        meanArrivalDelays = answers.meanArrivalDelays.answer.map { $0.rounded }
        worstDepartures = answers.worstDepartures.answer
    }

    /// Reads a document.
    ///
    /// - Throws: `DecodingError` for text that is none.
    package init(json: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        self = try decoder.decode(Self.self, from: Data(json.utf8))
    }

    /// The document as text, its keys in alphabetical order.
    ///
    /// - Throws: `EncodingError`, which does not happen for numbers and text.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension MeanArrivalDelay {
    /// The same with the mean rounded to two decimals.
    var rounded: MeanArrivalDelay {
        MeanArrivalDelay(
            carrier: carrier, airline: airline, minutes: Wording.rounded(minutes), flights: flights)
    }
}
