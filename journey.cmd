@echo off
rem Runs journey from this clone, in the current folder. Needs only npm and Node 18 or newer.
setlocal
set "JOURNEY_COMMAND=.\journey"
node "%~dp0scripts\bootstrap.mjs" journey %*
