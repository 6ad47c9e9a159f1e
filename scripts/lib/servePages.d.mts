export function servePages(options: {
  folder: string
  port: number
  host?: string
  /** Of every answer. */
  headers?: (path: string) => Readonly<Record<string, string>>
  /** Made for each request, by path; 404 where undefined. */
  documents?: Readonly<Record<string, () => Promise<string | undefined> | string | undefined>>
  /** Changes every page. */
  shapeHtml?: (html: string) => string
}): Promise<{ url: string; close: () => Promise<void> }>
