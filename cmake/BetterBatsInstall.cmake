# Installs the API, the plugin file and the stub server; find_package(BetterBats), pkg-config and packages by CPack.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Beside the program in any layout: the server looks for it at ../lib/better-bats.
set(better_bats_plugin_directory lib/better-bats)
set(better_bats_config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/BetterBats)

install(TARGETS better_bats_api EXPORT BetterBatsTargets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT BetterBatsTargets NAMESPACE BetterBats:: DESTINATION ${better_bats_config_directory})
# The plugin is opened by its path, never linked: it is no exported target.
install(TARGETS better_bats LIBRARY DESTINATION ${better_bats_plugin_directory})
if(TARGET world_stub)
  install(TARGETS world_stub RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The viewer's page, or the words that say why there is none.
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/better-bats/viewer DESTINATION share/better-bats PATTERN built EXCLUDE)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Beside the README as in the sources, so that its links lead somewhere.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.jpg PATTERN *.svg PATTERN *.c PATTERN *.cpp)
# The adapter as an example to read.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/integrations DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.md PATTERN *.h PATTERN *.hpp PATTERN *.cpp PATTERN *.lua PATTERN *.conf PATTERN *.txt)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/BetterBatsConfig.cmake.in ${PROJECT_BINARY_DIR}/BetterBatsConfig.cmake
  INSTALL_DESTINATION ${better_bats_config_directory} PATH_VARS better_bats_plugin_directory)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BetterBatsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/BetterBatsConfig.cmake ${PROJECT_BINARY_DIR}/BetterBatsConfigVersion.cmake
        DESTINATION ${better_bats_config_directory})

# However deep the libraries' folder is (lib/x86_64-linux-gnu), the package may be moved as a whole.
file(RELATIVE_PATH better_bats_prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" better_bats_prefix_from_pc ${better_bats_prefix_from_pc})
configure_file(${PROJECT_SOURCE_DIR}/cmake/better-bats.pc.in ${PROJECT_BINARY_DIR}/better-bats.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/better-bats.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR TGZ DEB)
  set(CPACK_PACKAGE_NAME better-bats)
  set(CPACK_PACKAGE_VENDOR "The Better Bats project")
  set(CPACK_PACKAGE_CONTACT "The Better Bats project")
  set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION games)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  include(CPack)
endif()
