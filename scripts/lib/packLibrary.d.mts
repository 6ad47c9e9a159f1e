export function packLibrary(options: { path: string; destination: string }): { tarball: string; files: string[] }
