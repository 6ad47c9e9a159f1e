const dark = `--s0:#17171a;--s1:#1f1f23;--s2:#28282d;--line:#2a2a2f;
--t1:#f5f4f1;--t2:#a6a59f;--t3:#92918b;
--accent-text:var(--lk-accent-text,#f0c36b);
--gain:#3ccb8c;--gain-text:#3ccb8c;--loss:#f0705f;--loss-text:#f79888;--warn:#f0c36b;--warn-text:#f0c36b;
--gain-soft:#3ccb8c24;--loss-soft:#f0705f24;--warn-soft:#e8b04b1f;--page:#0f0f11;--glint:#ffffff0a;color-scheme:dark;`

const light = `--s0:#ffffff;--s1:#f4f3ef;--s2:#eae8e1;--line:#e6e4dd;
--t1:#17150f;--t2:#5d5b53;--t3:#67655d;
--accent-text:var(--lk-accent-text,#8a5b00);
--gain:#1e9e6a;--gain-text:#14734b;--loss:#c8402f;--loss-text:#ad3323;--warn:#8a5b00;--warn-text:#7d5200;
--gain-soft:#1e9e6a1f;--loss-soft:#c8402f1a;--warn-soft:#e8b04b2e;--page:#f6f5f2;--glint:#00000006;color-scheme:light;`

/**
 * The kit's tokens on the wallet's own page. The host sets two of them, mode and accent. The colors of amounts, addresses and warnings
 * come from the others, which no host can change.
 */
export const tokensCss = `:root{--u:1px;--r:1px;--font:Inter,ui-sans-serif,system-ui,sans-serif;
--accent:var(--lk-accent,#e8b04b);--accent-ink:var(--lk-accent-ink,#1b1403);${dark}}
:root[data-mode=light]{${light}}
*,*::before,*::after{box-sizing:border-box}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`
