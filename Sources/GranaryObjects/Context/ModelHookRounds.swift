/// Makes rounds for the hooks of models.
struct ModelHookRounds: SaveHooks {
    func rounds(of saves: SaveRunner) -> any SaveRounds { HookRounds(saves) }
}
