export type WireitScript = { files?: string[]; dependencies: string[]; command?: string; output?: string[] }
export function wireitGraph(): Record<string, WireitScript>
export function affectedWorkspaces(paths: ReadonlySet<string>): Set<string>
