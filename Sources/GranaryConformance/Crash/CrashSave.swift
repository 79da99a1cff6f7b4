import Granary

/// The changes of one save of the crash promises.
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
