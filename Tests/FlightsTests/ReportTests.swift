import Flights
import Foundation
import Testing

/// How answers look.
@Suite struct ReportTests {
    @Test func columnsAreAlignedAndGiveWay() {
        var table = Table(
            .number("Delay"), .text("Airline", mayShrink: true), .text("Plane", mayShrink: true))
        table.add("1301", "Hawaiian Airlines Inc.", "A330-243")
        table.add("-5", "Delta", "–")
        #expect(
            table.lines(width: nil) == [
                "  Delay  Airline                 Plane",
                "  ─────  ──────────────────────  ────────",
                "   1301  Hawaiian Airlines Inc.  A330-243",
                "     -5  Delta                   –",
            ])
        #expect(
            table.lines(width: 32) == [
                "  Delay  Airline        Plane",
                "  ─────  ─────────────  ────────",
                "   1301  Hawaiian Air…  A330-243",
                "     -5  Delta          –",
            ])
    }

    @Test(arguments: [
        (27.4838709, "27.48"), (0.125, "0.12"), (0.375, "0.38"), (2.675, "2.67"), (-1.005, "-1.00"),
        (-0.001, "0.00"),
        (1e9, "1000000000.00"), (9.999, "10.00"),
    ])
    func decimalsAreRoundedLikePython(_ number: Double, _ expected: String) {
        #expect(Wording.decimals(number) == expected)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (-1_000, "-1,000"), (336_776, "336,776"), (1_000_000, "1,000,000"),
    ])
    func thousandsAreSetApart(_ number: Int, _ expected: String) {
        #expect(Wording.count(number) == expected)
    }

    @Test(arguments: [
        (300, 2.0, "150"), (1, 0.0, "–"), (0, 0.0, "–"), (1, 1e-300, "–"), (1_000, 0.3, "3,333"),
    ])
    func ratesNeverTrap(_ rows: Int, _ seconds: Double, _ expected: String) {
        #expect(Wording.rate(rows, seconds: seconds) == expected)
    }

    @Test(.timeLimit(.minutes(5))) func theTablesAreAsShown() throws {
        let program = try Program()
        defer { program.remove() }
        let first = try program.run()
        #expect(first.output.contains("\n  January 2013  31,947 "))
        #expect(
            first.errors.hasPrefix("Importing January 2013: 27,004 flights\nImporting January 2013: 18 %\n"))
        let second = try program.run()
        #expect(second.errors == "")
        let shown = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Snapshots/January.txt")
        #expect(second.output == (try String(contentsOf: shown, encoding: .utf8)))
    }

    /// Python's `pty` gives the program a terminal.
    @Test(.timeLimit(.minutes(5))) func onATerminalLinesFitEightyColumns() throws {
        let program = try Program()
        defer { program.remove() }
        let script = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"
        let configuration = program.path("granary-memory.yaml")
        let outcome = try Program.run(
            "python3", ["-c", script, Program.executable, "--config", configuration])
        let output = outcome.output.replacing("\r\n", with: "\n").replacing("\u{1B}[K", with: "")
        let lines = output.split { $0 == "\n" || $0 == "\r" }
        #expect(lines.contains { $0.hasPrefix("Importing January 2013 ████████████████████ 100 % ") })
        #expect(lines.contains { $0.hasPrefix("   1301  2013-01-09 14:00  HA 51 ") })
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }

    @Test(.timeLimit(.minutes(5))) func aNarrowTerminalIsNotOverrun() throws {
        let program = try Program()
        defer { program.remove() }
        let script =
            "import pty, sys; sys.exit(pty.spawn(['sh', '-c', 'stty cols 66; exec \"$0\" \"$@\"'] + sys.argv[1:]))"
        let outcome = try Program.run(
            "python3",
            ["-c", script, Program.executable, "--config", program.path("granary-memory.yaml")])
        let lines = outcome.output.replacing("\u{1B}[K", with: "").split(whereSeparator: \.isNewline)
        #expect(lines.contains { $0.contains("100 %") })
        #expect(lines.contains { $0.hasPrefix("   1301  2013-01-09 14:00  HA 51 ") })
        #expect(lines.allSatisfy { $0.count <= 66 }, "\(lines.filter { $0.count > 66 })")
    }
}
