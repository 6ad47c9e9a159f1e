export function neededWorkspaces(
  names: readonly string[],
): { path: string; manifest: { name: string; private?: boolean } }[]
