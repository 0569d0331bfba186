/** What word processors put on the clipboard, written by hand in the form they write it. */

export const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
 @list l0:level1 {mso-level-number-format:bullet;}
-->
</style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoTitle>The title<o:p></o:p></p>
<p class=MsoNormal style='margin-bottom:8.0pt'>A <b style='mso-bidi-font-weight:normal'>bold</b>, <i
style='mso-bidi-font-style:normal'>slanted</i> and <u>underlined</u> <span lang=EN-GB style='mso-ansi-language:EN-GB'>word.</span><o:p></o:p></p>
<h2>Part one<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span></span><![endif]>Inside<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>Third<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><!--[endif]-->One<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span></span><!--[endif]-->Two<o:p></o:p></p>
<p class=MsoNormal>A <a href="https://example.org/"><span style='color:#0563C1'>link</span></a>.<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'>
  <td width=100 valign=top style='border:solid windowtext 1.0pt'><p class=MsoNormal>a<o:p></o:p></p></td>
  <td width=100 valign=top><p class=MsoNormal>b<o:p></o:p></p></td>
 </tr>
</table>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/x/clip_image001.png" v:shapes="Picture_x0020_1"></p>
<p class=MsoNormal>The end.<o:p></o:p></p>
<!--EndFragment-->
</body>
</html>`;

export const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0c1d2e3f-7fff-aaaa-bbbb-0123456789ab"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">A heading</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Plain, </span><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;">bold</span><span style="font-weight:400;">, </span><span style="font-weight:400;font-style:italic;text-decoration:none;">slanted</span><span style="font-weight:400;">, </span><span style="font-weight:400;text-decoration:line-through;-webkit-text-decoration-skip:none;">struck</span><span style="font-weight:400;"> and </span><span style="font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;">underlined</span><span style="font-weight:400;">.</span></p><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-weight:400;">One</span></p></li><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul><p dir="ltr"><span style="font-weight:400;">See </span><a href="https://www.google.com/url?q=https://example.org/page?a%3D1&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;font-weight:400;text-decoration:underline;">this page</span></a><span style="font-weight:400;">.</span></p></b><br class="Apple-interchange-newline">`;

export const markdown = `# Title

Some **bold** and *slanted* text with \`a < b\` and a [link](https://example.org/a_b_c "title").

- One
- Two
  - Inside

3. Three
4. Four

> Said by
> somebody.

\`\`\`ts
if (a < b) {
  **no** mark
}
\`\`\`

---

The end & no more.
`;
