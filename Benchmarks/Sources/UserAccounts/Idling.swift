internal import GranaryAccounts

/// Modules without work.
enum Idling {
    /// A hundred, each of which but the first ten needs the one ten before.
    static func hundred() -> [ModuleEntry] {
        let digits: [any Digit.Type] = [
            Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
            Eight.self, Nine.self,
        ]
        return digits.indices.flatMap { tens in
            digits.map { ones in
                if tens == 0 { return first(digits[tens], ones) }
                let before = digits[tens - 1]
                return entry(digits[tens], ones, after: before)
            }
        }
    }

    private static func first<Tens: Digit, Ones: Digit>(_ tens: Tens.Type, _ ones: Ones.Type) -> ModuleEntry {
        ModuleEntry(Numbered<Tens, Ones>(needs: []))
    }

    private static func entry<Tens: Digit, Ones: Digit, Before: Digit>(
        _ tens: Tens.Type, _ ones: Ones.Type, after before: Before.Type
    ) -> ModuleEntry {
        ModuleEntry(Numbered<Tens, Ones>(needs: [Numbered<Before, Ones>.self]))
    }

    /// A module of a type of its own for each number.
    private struct Numbered<Tens: Digit, Ones: Digit>: Module {
        let needs: [Any.Type]

        func start(in surroundings: ModuleSurroundings) async throws {}
        func stop() async {}
    }
}

/// A digit of the number of a module.
private protocol Digit: Sendable {}

private enum Zero: Digit {}
private enum One: Digit {}
private enum Two: Digit {}
private enum Three: Digit {}
private enum Four: Digit {}
private enum Five: Digit {}
private enum Six: Digit {}
private enum Seven: Digit {}
private enum Eight: Digit {}
private enum Nine: Digit {}
