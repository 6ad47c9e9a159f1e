/**
 * Small script that runs before the site's code has arrived. It draws the name, the price and a button for the wallet into `index.html`.
 * It also requests the data that the site needs first, and fetches the page's code in parallel with the site's.
 */
import { drawFirst } from './first/drawFirst.ts'
import { drawFirstButton } from './first/firstButton.ts'

if (location.pathname === '/') {
  // If it fails to load, the router tries again and shows the error.
  import('./pages/home/HomePage.tsx').catch(() => {})
}
drawFirstButton({ document, storage: () => localStorage, reload: () => location.reload() })
void drawFirst({ document, path: location.pathname })
