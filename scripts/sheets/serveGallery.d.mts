export function serveGallery(options: {
  /** Of the gallery, with its `vite.config.ts`. */
  folder: string
  pages: readonly string[]
}): Promise<{ base: string; close: () => Promise<void> }>
