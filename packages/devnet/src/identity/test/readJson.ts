/** The body of an answer, whatever it is. */
export async function readJson(response: Response): Promise<ReturnType<typeof JSON.parse>> {
  return JSON.parse(await response.text())
}
