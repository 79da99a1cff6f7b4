import Granary

/// What one save of the crash promises changes.
struct CrashSave: Sendable {
    var opensAccounts = false
    var from = 0
    var to = 0
    var amount = 0
    var length = 0
    var added: [Int] = []
    var deleted: [Int] = []
    var swapped: [Int] = []
}
