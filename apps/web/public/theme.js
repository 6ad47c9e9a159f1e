// Runs before the first paint, so that the theme never flashes. A file, because the content security policy allows no inline script.
// ThemeProvider takes over from here.
let choice = null
try {
  choice = localStorage.getItem('@latchkey/site-theme')
} catch {
  // Storage is blocked: the system's theme applies.
}
const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
