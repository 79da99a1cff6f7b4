/// The members that the generated code declares in the class for the framework alone.
enum HiddenMember {
    /// Their names, without arguments.
    static let names: Set = [
        "_objectState", "_assignKey", "_overwrite", "_key", "_keyBits", "_restore", "_propertyName",
        "_reference", "_setReference", "_referenceBits", "_bringsOthers", "_identifyTargets", "_members",
        "_setMembers",
    ]
}
