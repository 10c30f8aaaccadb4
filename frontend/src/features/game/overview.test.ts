// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { overviewOf } from './overview.ts';

const sentence = 'A quiet game about lighthouses and the sea.';

describe('start of the overview', () => {
  test.each([
    ['a heading', `<h2>Overview</h2><p>${sentence}</p>`],
    ['any level of heading', `<h5>Overview</h5><p>${sentence}</p>`],
    ['a heading with other words in it', `<h3>A brief overview of the game</h3><p>${sentence}</p>`],
    ['upper case tags and words', `<H2>OVERVIEW</H2><P>${sentence}</P>`],
    ['attributes', `<h2 class="x > y" data-a='"overview"' id=o>Overview</h2><p>${sentence}</p>`],
    ['bold inside a heading', `<h2><b><strong>Overview</strong></b></h2><p>${sentence}</p>`],
    ['a heading split by tags', `<h2>Over<em>vi</em>ew</h2><p>${sentence}</p>`],
    ['a bold line', `<p><b>Overview</b></p><p>${sentence}</p>`],
    ['a strong line before a break', `<strong>Overview:</strong><br>${sentence}`],
    ['bold around a paragraph', `<b><p>Overview</p></b><p>${sentence}</p>`],
    ['bold inside a paragraph', `<p><b>Overview</b>: ${sentence}</p>`],
    ['bold in the middle of a line', `<p>Here is an <b>overview</b> – ${sentence}</p>`],
    ['an entity in the heading', `<h2>Story &amp; Overview</h2><p>${sentence}</p>`],
    ['an unclosed heading', `<h2>Overview<p>${sentence}</p>`],
    ['unclosed bold and paragraphs', `<p><b>Overview</b><p>${sentence}`],
    ['text without paragraphs', `<h2>Overview</h2>${sentence}`],
  ])('finds it: %s', (_, html) => expect(overviewOf(html)).toBe(sentence));
});

describe('no overview', () => {
  test.each([
    ['without a description', null],
    ['for an empty description', ''],
    ['without an overview', `<h2>Gameplay</h2><p>${sentence}</p>`],
    ['where only plain text says overview', `<p>An overview follows. ${sentence}</p>`],
    ['where only an attribute says overview', `<h2 title="overview">Story</h2><p>${sentence}</p>`],
    ['where only a comment says overview', `<!-- <h2>Overview</h2> --><p>${sentence}</p>`],
    ['where only a script says overview', `<script>"<h2>Overview</h2>"</script><p>${sentence}</p>`],
    ['for exactly 20 characters', '<h2>Overview</h2><p>12345678901234567890</p>'],
    ['for an overview of white space', `<h2>Overview</h2><p>${'&nbsp; '.repeat(40)}</p>`],
    ['for an overview that ends at once', `<h2>Overview</h2><h2>Story</h2><p>${sentence}</p>`],
  ])('returns null %s', (_, html) => expect(overviewOf(html)).toBeNull());
});

test.each([
  [
    'ends at the next heading of the same level, and keeps lower ones',
    `<h2>Overview</h2><p>${sentence}</p><h3>Setting</h3><p>An island.</p><h2>Story</h2><p>Hidden</p>`,
    `${sentence}\n\nSetting\n\nAn island.`,
  ],
  ['ends at a heading of a higher level', `<h3>Overview</h3><p>${sentence}</p><h2>Story</h2><p>Hidden</p>`, sentence],
  [
    "does not end a heading's section at bold emphasis",
    `<h2>Overview</h2><p>${sentence}</p><p><b>Important</b></p><p>The <b>sea</b> is cold.</p>`,
    `${sentence}\n\nImportant\n\nThe sea is cold.`,
  ],
  [
    "ends a bold line's section at the next bold line, not at bold words within text",
    `<b>Overview</b><br>${sentence}<br><b>Light</b> is scarce.<br><b>Gameplay</b><br>Hidden`,
    `${sentence}\nLight is scarce.`,
  ],
  [
    'ends a section that bold words opened at the next paragraph with opening bold words',
    `<p><b>Overview</b> ${sentence}</p><p>More of <b>it</b>.</p><p><b>Gameplay</b> Hidden</p>`,
    `${sentence}\n\nMore of it.`,
  ],
  ['ends a bold section at a heading', `<p><b>Overview</b></p><p>${sentence}</p><h4>Story</h4><p>Hidden</p>`, sentence],
  [
    'shows the first of several overviews that is long enough',
    `<h2>Overview</h2><p>Short.</p><h2>Overview of the story</h2><p>${sentence}</p>`,
    sentence,
  ],
  [
    'keeps list items, numbers and emphasis',
    `<h2>Overview</h2><p>${sentence}</p><ul><li><b>Row</b></li><li><p>Sail</p><li>Swim</ul><ol><li>Rest<li>Leave</ol>`,
    `${sentence}\n\n• Row\n• Sail\n• Swim\n\n1. Rest\n2. Leave`,
  ],
  [
    'keeps line breaks and collapses white space',
    `<h2>Overview</h2><p>One   lighthouse,\n two&nbsp; ships<br/>and the <i>sea</i> .</p>`,
    'One lighthouse, two ships\nand the sea .',
  ],
  [
    'reads tables row by row',
    '<h2>Overview</h2><table><tr><th>Year<td>1999<tr><th>Country<td>Scotland</table>',
    'Year 1999\nCountry Scotland',
  ],
  [
    'drops scripts, styles, comments and images',
    `<h2>Overview</h2><p>A quiet game <script>alert(1)</script><style>p{}</style><!-- no -->about
      lighthouses <figure><img src=x onerror=alert(1)><figcaption>Box</figcaption></figure>and the sea.</p>`,
    'A quiet game about lighthouses\n\nand the sea.',
  ],
  [
    'keeps escaped HTML as text',
    '<h2>Overview</h2><p>&lt;img src=x onerror=alert(1)&gt; is &quot;quoted&quot; &#x1F30A;</p>',
    '<img src=x onerror=alert(1)> is "quoted" 🌊',
  ],
  [
    'keeps right-to-left text and emoji intact',
    '<h2>Overview</h2><p dir="rtl">لعبة هادئة عن المنارات والبحر 🎮 في الليل</p>',
    'لعبة هادئة عن المنارات والبحر 🎮 في الليل',
  ],
])('%s', (_, html, text) => expect(overviewOf(html)).toBe(text));
