/**
 * The small script that runs before the site's code has arrived: it draws the name, the price and a button for the wallet into the page of
 * `index.html`, asks for what the site wants to know at its start, and fetches the code of the page beside that of the site.
 */
import { drawFirst } from './first/drawFirst.ts'
import { drawFirstButton } from './first/firstButton.ts'

if (location.pathname === '/') {
  // Where it cannot be had, the router asks again and says so.
  import('./pages/home/HomePage.tsx').catch(() => {})
}
drawFirstButton({ document, storage: () => localStorage, reload: () => location.reload() })
void drawFirst({ document, path: location.pathname })
