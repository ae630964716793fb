# cmake -D NPM= -D NODE= -D SOURCE= -D PRESETS= -D WORK= -D OUT= -P build_page.cmake: bundles the page into OUT, or leaves
# a text there that says why not. It never fails, since a server without a viewer is still a server.
file(REMOVE_RECURSE "${OUT}")
file(MAKE_DIRECTORY "${OUT}")

function(give_up reason)
  message(WARNING "No viewer: ${reason}")
  file(WRITE "${OUT}/no-viewer.txt" "${reason}\n")
  file(WRITE "${OUT}/built" "without a page\n")
endfunction()

if(NOT NPM OR NOT NODE)
  give_up("Node and npm were not found when the server was built; install them (Debian: apt-get install npm) and configure anew")
  return()
endif()

file(MAKE_DIRECTORY "${WORK}")
file(COPY "${SOURCE}/package.json" "${SOURCE}/package-lock.json" "${SOURCE}/.npmrc" DESTINATION "${WORK}")
execute_process(
  COMMAND "${NPM}" ci --ignore-scripts --prefer-offline
  WORKING_DIRECTORY "${WORK}"
  RESULT_VARIABLE failed
  OUTPUT_VARIABLE words
  ERROR_VARIABLE words)
if(failed)
  message(STATUS "${words}")
  give_up("npm could not install the page's libraries when the server was built (is there a network?); build again")
  return()
endif()

file(REMOVE_RECURSE "${WORK}/src")
file(COPY "${SOURCE}/src" "${SOURCE}/build.mjs" DESTINATION "${WORK}")
file(COPY "${PRESETS}/" DESTINATION "${WORK}/src/presets")
execute_process(
  COMMAND "${NODE}" build.mjs "${OUT}"
  WORKING_DIRECTORY "${WORK}"
  RESULT_VARIABLE failed
  OUTPUT_VARIABLE words
  ERROR_VARIABLE words)
if(failed)
  message(STATUS "${words}")
  give_up("the page could not be bundled when the server was built; the build's words say why")
  return()
endif()
file(WRITE "${OUT}/built" "with a page\n")
