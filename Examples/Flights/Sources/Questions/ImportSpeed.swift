import Granary

/// How fast the last import was that the session knows of.
struct ImportSpeed: Question {
    func answer(in context: Context) throws -> ImportRun.Snapshot? {
        try context.first(ImportRun.all.sorted { $0.started.descending })?.snapshot
    }
}
