export function bundleProgram(options: { entry: string; folder: string }): Promise<string>
